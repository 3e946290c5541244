import { type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from "react";

const LEVELS = [1, 1.5, 2.25, 3.5];
/** Where a tap leads to from the smallest. */
const TAPPED = 2;
/** A pointer that moved further than this meant no tap. */
const STILL = 8;
/** How far a finger has to go to the side for the next photo. */
const SWIPE = 48;

/** A place on the stage, to look at: in its box, and as shares of what it scrolls. */
interface Anchor {
  left: number;
  top: number;
  across: number;
  down: number;
}

/**
 * How large the photo on a scrolling stage is. What one points at, or its middle, stays where it
 * is while the size changes. At the smallest size a swipe asks for the next photo.
 */
export function useZoom({ shown, step }: { shown: number; step: (by: number) => void }) {
  const stage = useRef<HTMLDivElement>(null);
  const [level, setLevel] = useState(0);
  const anchor = useRef<Anchor>(undefined);
  const pressed = useRef<{ x: number; y: number; left: number; top: number }>(undefined);

  // Another photo begins as large as the window.
  const [last, setLast] = useState(shown);
  if (last !== shown) {
    setLast(shown);
    setLevel(0);
  }

  const zoomTo = (next: number, point?: { clientX: number; clientY: number }) => {
    const area = stage.current;
    const bounded = Math.min(LEVELS.length - 1, Math.max(0, next));
    if (!area || bounded === level) return;
    const box = area.getBoundingClientRect();
    const left = point ? point.clientX - box.left : area.clientWidth / 2;
    const top = point ? point.clientY - box.top : area.clientHeight / 2;
    const photo = area.firstElementChild!.getBoundingClientRect();
    anchor.current = {
      left,
      top,
      across: (box.left + left - photo.left) / photo.width,
      down: (box.top + top - photo.top) / photo.height,
    };
    setLevel(bounded);
  };

  useLayoutEffect(() => {
    const area = stage.current;
    const photo = area?.firstElementChild as HTMLElement | null | undefined;
    if (!area || !photo || !anchor.current) return;
    const { left, top, across, down } = anchor.current;
    area.scrollLeft = photo.offsetLeft - area.offsetLeft + across * photo.offsetWidth - left;
    area.scrollTop = photo.offsetTop - area.offsetTop + down * photo.offsetHeight - top;
    anchor.current = undefined;
  });

  // The wheel with Ctrl is what pinching on a touchpad arrives as; it must not zoom the page.
  useEffect(() => {
    const area = stage.current;
    if (!area) return;
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      zoomTo(level + (event.deltaY < 0 ? 1 : -1), event);
    };
    area.addEventListener("wheel", wheel, { passive: false });
    return () => area.removeEventListener("wheel", wheel);
  });

  const pointer = {
    onPointerDown: (event: PointerEvent) => {
      const { scrollLeft: left, scrollTop: top } = event.currentTarget;
      pressed.current =
        event.isPrimary && event.button === 0
          ? { x: event.clientX, y: event.clientY, left, top }
          : undefined;
    },
    onPointerMove: (event: PointerEvent) => {
      const from = pressed.current;
      // A finger scrolls by itself.
      if (!from || event.pointerType !== "mouse") return;
      event.currentTarget.scrollLeft = from.left - (event.clientX - from.x);
      event.currentTarget.scrollTop = from.top - (event.clientY - from.y);
    },
    onPointerUp: (event: PointerEvent) => {
      const from = pressed.current;
      pressed.current = undefined;
      if (!from) return;
      const across = event.clientX - from.x;
      const down = event.clientY - from.y;
      if (Math.hypot(across, down) < STILL) zoomTo(level === 0 ? TAPPED : 0, event);
      else if (level === 0 && Math.abs(across) > Math.max(SWIPE, Math.abs(down))) {
        step(across < 0 ? 1 : -1);
      }
    },
    onPointerCancel: () => {
      pressed.current = undefined;
    },
  };

  return {
    stage,
    scale: LEVELS[level]!,
    zoomBy: (by: number) => zoomTo(level + by),
    pointer,
    isLeast: level === 0,
    isMost: level === LEVELS.length - 1,
  };
}
