import { type RefObject, useEffect, useEffectEvent, useState } from "react";

import type { QueuedJersey } from "../../data/moderation/queue.ts";

const STEPS: Record<string, 1 | -1> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

const ACTIONS: Record<string, "onApprove" | "onCorrect" | "onReject"> = {
  a: "onApprove",
  c: "onCorrect",
  r: "onReject",
};

/**
 * Keyboard shortcuts of the moderation queue. They work only while the focus is on a jersey of the
 * queue and not in a text field: single letters must not trigger a decision elsewhere.
 * @returns the current jersey. Each jersey is an element with its id as `data-review`.
 */
export function useQueueKeys(
  list: RefObject<HTMLElement | null>,
  jerseys: QueuedJersey[],
  actions: Record<"onApprove" | "onCorrect" | "onReject", (jersey: QueuedJersey) => void>,
): QueuedJersey | undefined {
  const [place, setPlace] = useState(0);
  // After a decision, the next jersey takes the same index.
  const index = Math.min(place, jerseys.length - 1);
  const current = jerseys[index];

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const step = STEPS[event.key];
    if (step) {
      event.preventDefault();
      reviews(list.current)[index + step]?.focus();
    }
    const action = ACTIONS[event.key];
    if (!current || !action) return;
    event.preventDefault();
    if (!event.repeat) actions[action](current);
  });

  const onFocus = useEffectEvent((event: FocusEvent) => {
    const review = (event.target as Element).closest<HTMLElement>("[data-review]");
    if (review) setPlace(reviews(list.current).indexOf(review));
  });

  useEffect(() => {
    const element = list.current;
    element?.addEventListener("keydown", onKeyDown);
    element?.addEventListener("focusin", onFocus);
    return () => {
      element?.removeEventListener("keydown", onKeyDown);
      element?.removeEventListener("focusin", onFocus);
    };
  }, [list]);

  const currentId = current?.id;
  useEffect(() => {
    // On arrival and after a decision nothing has the focus. The current jersey takes it, so the
    // keys work.
    const isIdle = document.activeElement === null || document.activeElement === document.body;
    const review = reviews(list.current).find((element) => element.dataset.review === currentId);
    if (isIdle) review?.focus();
  }, [list, currentId]);

  return current;
}

function reviews(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>("[data-review]") ?? [])];
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input, textarea, select") !== null;
}
