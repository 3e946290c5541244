import { type FocusEvent, type RefObject, useEffect, useRef } from "react";

/**
 * Keeps the focus in the queue when what had it is gone: the next thing opened, or a decision was undone. Otherwise the keys would do nothing.
 * It comes there with the first thing, if it is nowhere else.
 */
export function useFocusInside(
  root: RefObject<HTMLElement | null>,
  place: () => HTMLElement | null | undefined,
) {
  const isInside = useRef<boolean>(undefined);
  // After every render: any of them may have taken the element with the focus away.
  useEffect(() => {
    const element = place();
    const { activeElement } = document;
    // The queue itself had it while it was empty.
    const isLost = activeElement === document.body || activeElement === root.current;
    if (!element || !isLost || element === activeElement) return;
    if (isInside.current === undefined) element.focus({ preventScroll: true });
    else if (isInside.current) focusOn(element);
  });
  useEffect(() => {
    // A press outside releases the focus.
    const leave = ({ target }: PointerEvent) => {
      if (!root.current?.contains(target as Node)) isInside.current = false;
    };
    addEventListener("pointerdown", leave);
    return () => removeEventListener("pointerdown", leave);
  }, [root]);
  return {
    /** After something outside, such as a message or a dialog of the screen. */
    keep: () => void (isInside.current = true),
    onFocus: () => void (isInside.current = true),
    // Without a related target, what had the focus is gone or disabled, which is no leaving.
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget) isInside.current = false;
    },
  };
}

/** The bar of the site covers as much at the top. */
const HEADER_PX = 80;

/** On a phone the list is above, and after a long one the next begins out of view. */
export function focusOn(element: HTMLElement | null): void {
  if (!element) return;
  element.focus({ preventScroll: true });
  const { top } = element.getBoundingClientRect();
  if (top < HEADER_PX || top > innerHeight / 2) element.scrollIntoView({ block: "start" });
}
