import { Ellipsis, X } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "./ui/button.tsx";
import { cx } from "./ui/cx.ts";

/** Inside a card: hidden until it is pointed at or has the focus, where there is a pointer. */
export const onHover =
  "transition-opacity pointer-fine:opacity-0 pointer-fine:group-focus-within:opacity-100 pointer-fine:group-hover:opacity-100";

export interface CardActionsProps {
  /** What can be done with it: shown on hover and focus, always where there is no hover. */
  actions?: ReactNode;
  /** The same in the corner above; what is to stay visible says so itself (`onHover`). */
  corner?: ReactNode;
  /** The same at the left, where no rank is. */
  aside?: ReactNode;
}

/**
 * What lies over a card's picture. Where there is no hover, five buttons would bury the shirt: all
 * but the first ones are then behind one more, which lays them all out.
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
  const folded = folds && (open ? "contents!" : "pointer-coarse:hidden!");
  return (
    <div
      ref={panel}
      id={id}
      className={cx(
        "absolute inset-x-0 top-0 z-20 aspect-square *:pointer-events-auto *:absolute *:flex *:gap-1.5",
        open
          ? "flex flex-wrap content-center justify-center gap-1.5 rounded-2xl bg-paper/75"
          : "pointer-events-none",
      )}
    >
      {actions && (
        <div className={cx(onHover, "right-2.5 bottom-2.5", open && "contents!")}>{actions}</div>
      )}
      {corner && (
        <div data-folded={folds} className={cx("top-2.5 right-2.5 flex-col", folded)}>
          {corner}
        </div>
      )}
      {aside && (
        <div data-folded={folds} className={cx(onHover, "bottom-2.5 left-2.5", folded)}>
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
          className={cx(
            "hidden! shadow-md pointer-coarse:group-has-[[data-folded=true]:not(:empty)]:inline-flex!",
            open
              ? "static!"
              : "top-2.5 right-2.5 group-has-[[data-folded=true]_[aria-pressed=true]]:bg-accent group-has-[[data-folded=true]_[aria-pressed=true]]:text-accent-ink",
          )}
        >
          {open ? <X aria-hidden /> : <Ellipsis aria-hidden />}
        </Button>
      )}
    </div>
  );
}

/** A touch elsewhere, or Escape. */
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
