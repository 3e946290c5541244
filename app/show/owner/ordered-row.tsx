import { ArrowDown, ArrowUp, X } from "lucide-react";
import type { MouseEvent, PointerEvent, ReactNode } from "react";

import { Button } from "../../shared/ui/button.tsx";

/**
 * A row that its member moves up and down and removes, by buttons, or drags by its picture. The focus goes along.
 */
export function OrderedRow({
  title,
  picture,
  lead,
  isFirst,
  isLast,
  labels,
  onMove,
  onRemove,
  children,
}: {
  title: string;
  /** The row is dragged by it. */
  picture: ReactNode;
  /** Before the title. */
  lead?: ReactNode;
  isFirst: boolean;
  isLast: boolean;
  labels: { up: string; down: string; remove: string };
  /** By how many rows, down or up. */
  onMove: (step: number) => void;
  onRemove: () => void;
  children?: ReactNode;
}) {
  const moveWith = (focused: Element | null, step: -1 | 1) => {
    onMove(step);
    // A browser takes the focus from an element that is put elsewhere.
    requestAnimationFrame(() => {
      if (focused instanceof HTMLElement && focused.isConnected) focused.focus();
    });
  };
  const onPress = (step: -1 | 1) => (event: MouseEvent) => moveWith(event.currentTarget, step);
  return (
    <li data-ordered className="grid grid-cols-1 gap-2 rounded-xl border border-line bg-paper p-3">
      <div className="flex flex-wrap items-center gap-2">
        <span
          aria-hidden
          onPointerDown={(event) => drag(event, onMove)}
          className="size-12 shrink-0 cursor-grab touch-none overflow-hidden rounded-lg select-none active:cursor-grabbing"
        >
          <span className="pointer-events-none">{picture}</span>
        </span>
        {lead}
        <span className="min-w-0 grow basis-28 font-semibold wrap-anywhere">{title}</span>
        <span className="ml-auto flex">
          <Button
            variant="ghost"
            size="icon"
            aria-label={labels.up}
            disabled={isFirst}
            onClick={onPress(-1)}
          >
            <ArrowUp aria-hidden />
          </Button>
          <Button
            variant="ghost"
            size="icon"
            aria-label={labels.down}
            disabled={isLast}
            onClick={onPress(1)}
          >
            <ArrowDown aria-hidden />
          </Button>
          <Button variant="ghost" size="icon" aria-label={labels.remove} onClick={onRemove}>
            <X aria-hidden />
          </Button>
        </span>
      </div>
      {children}
    </li>
  );
}

/** Moves a row with the pointer, until it is released among the others. */
function drag(event: PointerEvent<HTMLElement>, onMove: (step: number) => void): void {
  const handle: HTMLElement = event.currentTarget;
  const row = handle.closest("li");
  if (!row?.parentElement || event.button !== 0) return;
  event.preventDefault(); // otherwise text is selected
  const others = [...row.parentElement.querySelectorAll<HTMLElement>(":scope > [data-ordered]")];
  const from = others.indexOf(row);
  others.splice(from, 1);
  const startY = event.clientY;
  const ended = new AbortController();
  const { signal } = ended;
  const end = () => {
    ended.abort();
    row.style.translate = "";
    row.style.zIndex = "";
  };
  handle.setPointerCapture(event.pointerId);
  row.style.zIndex = "1";
  handle.addEventListener(
    "pointermove",
    ({ clientY }) => (row.style.translate = `0 ${clientY - startY}px`),
    { signal },
  );
  handle.addEventListener(
    "pointerup",
    ({ clientY }) => {
      end();
      const isAbove = (other: HTMLElement) => {
        const { top, height } = other.getBoundingClientRect();
        return top + height / 2 < clientY;
      };
      const to = others.filter(isAbove).length;
      if (to !== from) onMove(to - from);
    },
    { signal },
  );
  handle.addEventListener("pointercancel", end, { signal });
}
