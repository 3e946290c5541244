import {
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";

const LEVELS = [1, 1.5, 2.25, 3.5];
/** Index of the zoom level after a tap at level 0. */
const TAPPED = 2;
/** Largest movement of a tap, in pixels. */
const STILL = 8;
/** Longest time between the two taps of a double tap, in milliseconds. */
const DOUBLE_MS = 350;
/** Shortest horizontal swipe that changes the photo, in pixels. */
const SWIPE = 48;

/**
 * A point of the photo that stays in place while the size changes: in pixels of the stage, and as
 * fractions of the photo.
 */
interface Anchor {
  left: number;
  top: number;
  across: number;
  down: number;
}

/**
 * Zoom level of the photo on a scrolling stage. The point under the pointer, or the centre, stays
 * in place while the size changes. At the lowest level a swipe calls `step`.
 */
export function useZoom({ shown, step }: { shown: number; step: (by: number) => void }) {
  const stage = useRef<HTMLDivElement>(null);
  const [{ level, anchor }, setZoom] = useState<{ level: number; anchor?: Anchor }>({ level: 0 });
  const tappedAt = useRef(-Infinity);
  const pressed = useRef<{ x: number; y: number; left: number; top: number }>(undefined);

  // Another photo starts at the lowest level.
  const [last, setLast] = useState(shown);
  if (last !== shown) {
    setLast(shown);
    setZoom({ level: 0 });
  }

  const zoomTo = (next: number, point?: { clientX: number; clientY: number }) => {
    const area = stage.current;
    const bounded = Math.min(LEVELS.length - 1, Math.max(0, next));
    if (!area || bounded === level) return;
    const box = area.getBoundingClientRect();
    const left = point ? point.clientX - box.left : area.clientWidth / 2;
    const top = point ? point.clientY - box.top : area.clientHeight / 2;
    const photo = area.firstElementChild!.getBoundingClientRect();
    const across = (box.left + left - photo.left) / photo.width;
    const down = (box.top + top - photo.top) / photo.height;
    setZoom({ level: bounded, anchor: { left, top, across, down } });
  };

  useLayoutEffect(() => {
    const area = stage.current;
    const photo = area?.firstElementChild as HTMLElement | null | undefined;
    if (!area || !photo || !anchor) return;
    const { left, top, across, down } = anchor;
    area.scrollLeft = photo.offsetLeft - area.offsetLeft + across * photo.offsetWidth - left;
    area.scrollTop = photo.offsetTop - area.offsetTop + down * photo.offsetHeight - top;
  }, [anchor]);

  // Browsers report a pinch on a touchpad as a wheel event with Ctrl. Without preventDefault it
  // would zoom the page.
  const pinch = useEffectEvent((event: WheelEvent) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    zoomTo(level + (event.deltaY < 0 ? 1 : -1), event);
  });
  useEffect(() => {
    const area = stage.current;
    if (!area) return;
    const wheel = (event: WheelEvent) => pinch(event);
    area.addEventListener("wheel", wheel, { passive: false });
    return () => area.removeEventListener("wheel", wheel);
  }, []);

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
      // The browser scrolls for touch itself.
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
      if (Math.hypot(across, down) < STILL) {
        // The second tap of a double tap would undo the first one.
        const isSecond = event.timeStamp - tappedAt.current < DOUBLE_MS;
        tappedAt.current = isSecond ? -Infinity : event.timeStamp;
        if (!isSecond) zoomTo(level === 0 ? TAPPED : 0, event);
      } else if (level === 0 && Math.abs(across) > Math.max(SWIPE, Math.abs(down))) {
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
