import { X } from "lucide-react";
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from "react";

import { useTranslation } from "../i18n/use-translation.tsx";
import type { Vote } from "../domain/vote.ts";
import { CardIcon } from "./card-icons.tsx";
import { Button } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";

export interface CardActionsProps {
  /** The vote buttons, on either side of the score. */
  votes?: Record<Vote, ReactNode>;
  /** The shelf buttons. On a narrow card one button opens them, and `extra` with them. */
  shelves?: ReactNode;
  /** One more button. */
  extra?: ReactNode;
}

/**
 * The last line of a card: the score between the vote buttons, and other buttons at its end. Those with
 * the class `on-hover` appear when the card is hovered or has the focus; on touch devices they are
 * always visible.
 */
export function CardActions({
  title,
  score,
  votes,
  shelves,
  extra,
}: CardActionsProps & { title: string; score: string | false }) {
  const { t } = useTranslation();
  const id = useId();
  const line = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  useOutside(line, open, () => setOpen(false));
  const folds = Boolean(votes && shelves);
  return (
    <div ref={line} className={cx("card-actions", folds && "folds", open && "open")}>
      <div className="card-votes">
        {votes?.up}
        {score && (
          <p className="numeral card-score">
            <span className="sr-only">{`${t("score")} `}</span>
            {score}
          </p>
        )}
        {votes?.down}
      </div>
      {(shelves || extra) && (
        <div id={folds ? id : undefined} className="card-extras">
          {shelves}
          {extra}
        </div>
      )}
      {folds && (
        <Button
          variant="ghost"
          size="icon"
          aria-label={t("actionsFor", { title })}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="more"
        >
          {open ? <X aria-hidden /> : <CardIcon of="ellipsis" />}
        </Button>
      )}
    </div>
  );
}

/** Calls `onLeave` on a press outside the line, or on Escape. */
function useOutside(line: RefObject<HTMLElement | null>, open: boolean, onLeave: () => void) {
  const leave = useEffectEvent(onLeave);
  useEffect(() => {
    if (!open) return;
    const closed = new AbortController();
    const { signal } = closed;
    document.addEventListener(
      "pointerdown",
      ({ target }) => !line.current?.contains(target as Node) && leave(),
      { signal },
    );
    const escape = ({ key }: KeyboardEvent) => {
      if (key !== "Escape") return;
      leave();
      // The focused button is hidden now.
      line.current?.querySelector<HTMLElement>(".more")?.focus();
    };
    document.addEventListener("keydown", escape, { signal });
    return () => closed.abort();
  }, [line, open]);
}
