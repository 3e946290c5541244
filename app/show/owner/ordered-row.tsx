import { ArrowDown, ArrowUp, X } from "lucide-react";
import type { MouseEvent, ReactNode } from "react";

import { Button } from "../../shared/ui/button.tsx";

/** A row that its member moves up and down and removes, by buttons. The focus goes along. */
export function OrderedRow({
  title,
  lead,
  isFirst,
  isLast,
  labels,
  onMove,
  onRemove,
  children,
}: {
  title: string;
  /** Before the title. */
  lead?: ReactNode;
  isFirst: boolean;
  isLast: boolean;
  labels: { up: string; down: string; remove: string };
  onMove: (step: -1 | 1) => void;
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
    <li className="grid gap-2 rounded-xl border border-line p-3">
      <div className="flex items-center gap-2">
        {lead}
        <span className="min-w-0 grow font-semibold break-words">{title}</span>
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
      </div>
      {children}
    </li>
  );
}
