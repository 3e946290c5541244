import { X } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { CardIcon } from "./card-icons.tsx";
import { Button } from "./ui/button.tsx";
import { cx } from "./ui/cx.ts";

export interface CardActionsProps {
  /**
   * Buttons at the bottom right. They appear on hover and focus, and are always visible on touch
   * devices.
   */
  actions?: ReactNode;
  /** Buttons in the top right corner. A button without the class `on-hover` is always visible. */
  corner?: ReactNode;
  /** Buttons at the bottom left, for cards without a rank. */
  aside?: ReactNode;
}

/**
 * Buttons over a card's picture. On touch devices five buttons would hide the shirt, so one button
 * opens all but `actions`.
 */
export function CardActions({ title, ...slots }: CardActionsProps & { title: string }) {
  const { actions, corner, aside } = slots;
  const { t } = useTranslation();
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  useOutside(panel, open, () => setOpen(false));
  if (!actions && !corner && !aside) return null;
  const folds = Boolean(actions && (corner || aside));
  return (
    <div ref={panel} id={folds ? id : undefined} className={cx("card-actions", open && "open")}>
      {actions && <div className="at-end on-hover">{actions}</div>}
      {corner && (
        <div data-folded={folds} className="at-corner">
          {corner}
        </div>
      )}
      {aside && (
        <div data-folded={folds} className="at-start on-hover">
          {aside}
        </div>
      )}
      {folds && (
        <Button
          variant="secondary"
          size="icon"
          aria-label={t("actionsFor", { title })}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="more shadow-md"
        >
          {open ? <X aria-hidden /> : <CardIcon of="ellipsis" />}
        </Button>
      )}
    </div>
  );
}

/** Calls `onLeave` on a press outside the panel, or on Escape. */
function useOutside(panel: RefObject<HTMLElement | null>, open: boolean, onLeave: () => void) {
  useEffect(() => {
    if (!open) return;
    const leave = new AbortController();
    const { signal } = leave;
    document.addEventListener(
      "pointerdown",
      ({ target }) => !panel.current?.contains(target as Node) && onLeave(),
      { signal },
    );
    document.addEventListener("keydown", ({ key }) => key === "Escape" && onLeave(), { signal });
    return () => leave.abort();
  });
}
