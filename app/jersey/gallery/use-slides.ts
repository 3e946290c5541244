import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * Returns the slide in view and a function that scrolls to another. Swipes, arrow keys (anywhere
 * within `frame`) and buttons all scroll, so they share one animation.
 */
export function useSlides(
  count: number,
  /** Called on a tap or click on a slide. A button must offer the same for keyboards. */
  onTap: () => void,
): {
  frame: RefObject<HTMLElement | null>;
  rail: RefObject<HTMLUListElement | null>;
  shown: number;
  show: (slide: number) => void;
} {
  const frame = useRef<HTMLElement>(null);
  const rail = useRef<HTMLUListElement>(null);
  const [shown, setShown] = useState(0);

  const show = (slide: number) => {
    const list = rail.current;
    const next = Math.min(count - 1, Math.max(0, slide));
    list?.scrollTo({ left: next * list.clientWidth });
  };

  const tap = useEffectEvent(onTap);
  const step = useEffectEvent((event: KeyboardEvent) => {
    const by = STEPS[event.key];
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    show(shown + by);
  });

  const isEmpty = count === 0;
  useEffect(() => {
    const list = rail.current;
    if (isEmpty || !list) return;
    const left = new AbortController();
    const { signal } = left;
    const look = () => setShown(Math.round(list.scrollLeft / list.clientWidth));
    list.addEventListener("scroll", look, { passive: true, signal });
    list.addEventListener("click", () => tap(), { signal });
    frame.current?.addEventListener("keydown", (event) => step(event), { signal });
    return () => left.abort();
  }, [isEmpty]);

  return { frame, rail, shown, show };
}
