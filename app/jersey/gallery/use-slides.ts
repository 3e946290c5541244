import { type RefObject, useEffect, useRef, useState } from "react";

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

  useEffect(() => {
    const list = rail.current;
    if (!list) return;
    const look = () => setShown(Math.round(list.scrollLeft / list.clientWidth));
    list.addEventListener("scroll", look, { passive: true });
    return () => list.removeEventListener("scroll", look);
  }, []);

  useEffect(() => {
    const list = rail.current;
    list?.addEventListener("click", onTap);
    return () => list?.removeEventListener("click", onTap);
  });

  useEffect(() => {
    const area = frame.current;
    if (!area) return;
    const step = (event: KeyboardEvent) => {
      const by = STEPS[event.key];
      if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      show(shown + by);
    };
    area.addEventListener("keydown", step);
    return () => area.removeEventListener("keydown", step);
  });

  return { frame, rail, shown, show };
}
