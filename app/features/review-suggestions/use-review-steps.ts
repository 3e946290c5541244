import { type RefObject, useEffect } from "react";

const STEPS: Record<string, 1 | -1> = { j: 1, k: -1 };

/**
 * J and K go from one suggestion to the next. Single letters work only while the focus is on a suggestion and not in a
 * field: they must not act elsewhere. On arrival, and when the one with the focus has left, the first suggestion takes it.
 * @param firstId the suggestion at the top
 */
export function useReviewSteps(
  list: RefObject<HTMLElement | null>,
  firstId: string | undefined,
): void {
  useEffect(() => {
    const isIdle = document.activeElement === null || document.activeElement === document.body;
    if (firstId && isIdle) list.current?.querySelector<HTMLElement>("[data-review]")?.focus();
  }, [list, firstId]);

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const step = STEPS[event.key];
      if (!step || !list.current || !isFree(event)) return;
      const reviews = [...list.current.querySelectorAll<HTMLElement>("[data-review]")];
      const current = (event.target as Element).closest<HTMLElement>("[data-review]");
      if (!current || !reviews.includes(current)) return;
      event.preventDefault();
      reviews[reviews.indexOf(current) + step]?.focus();
    }
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [list]);
}

/** True for a letter that nothing else takes. */
export function isFree(event: Pick<KeyboardEvent, "ctrlKey" | "metaKey" | "altKey" | "target">) {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const { target } = event;
  return !(
    target instanceof Element &&
    target.closest("textarea, select, input:not([type=radio], [type=checkbox])")
  );
}
