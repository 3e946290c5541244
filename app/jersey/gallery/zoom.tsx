import { Minus, Plus, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { JerseyImage } from "../../shared/components/jersey-image.tsx";
import { StepButton } from "../components/step-button.tsx";
import { useCloseOnBack } from "../../shared/ui/use-close-on-back.ts";
import { Button } from "../../shared/ui/button.tsx";
import { formatPercent } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import type { JerseySummary } from "../../shared/domain/jersey.ts";
import { useZoom } from "./use-zoom.ts";

/**
 * A photo in full-window size, and larger. A tap or click zooms in at that point; buttons, + and −,
 * and pinching zoom too. An enlarged photo scrolls by touch, wheel, arrow keys and mouse drag. The
 * native dialog traps and restores the focus.
 */
export default function Zoom({
  jersey,
  photo,
  shown,
  onShow,
  onClose,
}: {
  jersey: JerseySummary;
  /** The alternative text of the nth photo. */
  photo: (n: number) => string;
  shown: number;
  onShow: (n: number) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation("jersey");
  const { t: common } = useTranslation();
  const lang = useLanguage();
  const dialog = useRef<HTMLDialogElement>(null);
  const total = jersey.images.length;
  const step = (by: number) => {
    const next = shown + by;
    if (next >= 0 && next < total) onShow(next);
  };
  const { stage, scale, zoomBy, pointer, isLeast, isMost } = useZoom({ shown, step });

  useCloseOnBack(onClose);

  useEffect(() => {
    dialog.current?.showModal();
    stage.current?.focus();
  }, [stage]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "+" || event.key === "=") zoomBy(1);
    else if (event.key === "-") zoomBy(-1);
    // At higher levels the arrow keys scroll.
    else if (isLeast && event.key === "ArrowLeft") step(-1);
    else if (isLeast && event.key === "ArrowRight") step(1);
    else return;
    event.preventDefault();
  };

  return (
    <dialog
      ref={dialog}
      aria-label={t("zoom.label", { title: jersey.title })}
      onClose={onClose}
      onKeyDown={onKeyDown}
      className="zoom fixed inset-0 m-0 size-full max-h-none max-w-none flex-col overflow-hidden bg-paper text-ink open:flex"
    >
      <div
        ref={stage}
        role="region"
        aria-label={photo(shown)}
        // Focusable, because the arrow keys scroll it.
        tabIndex={0}
        {...pointer}
        className={`flex min-h-0 flex-1 overflow-auto overscroll-contain [scrollbar-width:none] focus-visible:-outline-offset-4 ${isLeast ? "cursor-zoom-in touch-pinch-zoom" : "cursor-grab active:cursor-grabbing"}`}
      >
        <div
          className="m-auto aspect-square shrink-0 select-none [&_.exhibit]:filter-none!"
          style={{ width: `calc(min(100vw, 100dvh - 4.5rem) * ${scale})` }}
        >
          <JerseyImage
            key={shown}
            jersey={jersey}
            path={jersey.images[shown]?.path}
            alt={photo(shown)}
            sizes={`${Math.round(scale * 100)}vmin`}
            largest={1200}
            fit="contain"
            priority
            className="pointer-events-none"
          />
        </div>
      </div>
      <div className="flex h-18 shrink-0 items-center justify-center border-t border-line px-1 sm:gap-1">
        {total > 1 && (
          <>
            <StepButton
              to="previous"
              variant="ghost"
              aria-label={t("gallery.previous")}
              isEnd={shown === 0}
              onStep={() => step(-1)}
            />
            <span aria-hidden className="numeral min-w-10 text-center text-lg">
              {shown + 1}/{total}
            </span>
            <StepButton
              to="next"
              variant="ghost"
              aria-label={t("gallery.next")}
              isEnd={shown === total - 1}
              onStep={() => step(1)}
            />
            <span aria-hidden className="mx-2 hidden h-6 border-l border-line sm:block" />
          </>
        )}
        <Button
          variant="ghost"
          size="icon"
          aria-label={t("zoom.out")}
          disabled={isLeast}
          onClick={() => zoomBy(-1)}
        >
          <Minus aria-hidden />
        </Button>
        <span role="status" className="numeral min-w-12 text-center text-lg">
          {formatPercent(scale, lang)}
        </span>
        <Button
          variant="ghost"
          size="icon"
          aria-label={t("zoom.in")}
          disabled={isMost}
          onClick={() => zoomBy(1)}
        >
          <Plus aria-hidden />
        </Button>
        <span aria-hidden className="mx-2 hidden h-6 border-l border-line sm:block" />
        <Button
          variant="secondary"
          size="icon"
          aria-label={common("close")}
          onClick={() => dialog.current?.close()}
        >
          <X aria-hidden />
        </Button>
      </div>
    </dialog>
  );
}
