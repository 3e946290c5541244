import { RotateCcw, RotateCw } from "lucide-react";
import { useId, useState } from "react";

import { formatTenths } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import type { Frame } from "../../shared/browser/image/frame.ts";
import { ImageError, type ImageProblem } from "../../shared/browser/image/prepare.ts";
import { ADVISED_SIDE } from "../../shared/domain/rules/image-rules.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Dialog, DialogActions, DialogClose, DialogContent } from "../../shared/ui/dialog.tsx";
import { Stage } from "./stage.tsx";
import { type Framing, useFraming } from "./use-framing.ts";

/**
 * Frames a photo as the square that the catalogue shows (docs/product/contribute.md 11.19). Import it lazily:
 * it needs the dialog and the crop library.
 */
export default function FrameDialog({
  url,
  name,
  frame: former,
  onFrame,
  onClose,
}: {
  /** Address of the photo before it was framed. */
  url: string;
  /** Names it for the reader. */
  name: string;
  /** Its frame until now; without one, the middle is shown. */
  frame?: Frame | undefined;
  /** Uses the frame. Rejects with an `ImageError` if the result can't be used. */
  onFrame: (frame: Frame) => Promise<void>;
  onClose: () => void;
}) {
  const { t } = useTranslation(["submit", "common"]);
  const framing = useFraming(former);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ImageProblem | "failed">();
  const { frame, size } = framing;

  async function apply() {
    if (!frame) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await onFrame(frame);
      onClose();
    } catch (error) {
      console.error("photo not framed", error);
      setProblem(error instanceof ImageError ? error.problem : "failed");
      setBusy(false);
    }
  }

  return (
    <Dialog open onOpenChange={(open) => !open && !busy && onClose()}>
      <DialogContent
        title={t("frame.title")}
        description={
          <>
            <span className="break-all">{name}</span>
            {size && <> · {t("frame.original", { ...size })}</>}
          </>
        }
        closeLabel={t("common:action.cancel")}
        className="scroll-pb-24 sm:w-[min(92vw,52rem)]"
      >
        {/* Together, because the dialog would shrink a row that hides what overflows it. */}
        <div className="grid grid-cols-1 gap-x-6 gap-y-3 sm:grid-cols-[minmax(0,1fr)_15rem]">
          <Stage url={url} framing={framing} onError={() => setProblem("unreadable")} />
          <Controls framing={framing} />
        </div>
        <DialogActions
          failure={problem && t(problem === "failed" ? "frame.failed" : `imageProblems.${problem}`)}
        >
          <DialogClose asChild>
            <Button variant="outline" disabled={busy}>
              {t("common:action.cancel")}
            </Button>
          </DialogClose>
          <Button disabled={busy || !frame || !size} onClick={() => void apply()}>
            {t(busy ? "frame.busy" : "frame.apply")}
          </Button>
        </DialogActions>
      </DialogContent>
    </Dialog>
  );
}

/** Everything beside the stage that changes the frame, and what it holds. */
function Controls({ framing }: { framing: Framing }) {
  const { t } = useTranslation("submit");
  const lang = useLanguage();
  const zoomId = useId();
  const { isWhole, zoom, largest, side, turnedSize, size } = framing;
  const held = isWhole ? turnedSize : side && { width: side, height: side };
  return (
    <div className="grid content-start gap-3">
      <fieldset>
        <legend className="sr-only">{t("frame.mode")}</legend>
        <div className="flex flex-wrap gap-x-6">
          {(["part", "whole"] as const).map((mode) => (
            <label key={mode} className="flex min-h-11 items-center gap-3">
              <input
                type="radio"
                name="frame-mode"
                checked={isWhole === (mode === "whole")}
                onChange={() => framing.showWhole(mode === "whole")}
                className="size-5 accent-ink"
              />
              {t(`frame.${mode}`)}
            </label>
          ))}
        </div>
      </fieldset>
      <div className="flex items-center gap-3">
        <label htmlFor={zoomId} className="text-sm font-semibold">
          {t("frame.zoom")}
        </label>
        <input
          id={zoomId}
          type="range"
          min={1}
          max={size ? largest : 1}
          step={0.01}
          value={zoom}
          aria-valuetext={t("frame.times", { zoom: formatTenths(zoom, lang) })}
          disabled={isWhole || !size || largest === 1}
          onChange={(event) => framing.setZoom(event.target.valueAsNumber)}
          className="h-11 min-w-0 flex-1 accent-ink"
        />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          variant="outline"
          size="icon"
          aria-label={t("frame.turnLeft")}
          title={t("frame.turnLeft")}
          onClick={() => framing.turn(-1)}
        >
          <RotateCcw aria-hidden />
        </Button>
        <Button
          variant="outline"
          size="icon"
          aria-label={t("frame.turnRight")}
          title={t("frame.turnRight")}
          onClick={() => framing.turn(1)}
        >
          <RotateCw aria-hidden />
        </Button>
        <Button variant="ghost" onClick={framing.reset}>
          {t("frame.reset")}
        </Button>
      </div>
      <div role="status" className="grid min-h-10 content-start text-sm text-muted">
        {held && <p className="tabular-nums">{t("frame.held", { ...held })}</p>}
        {side !== undefined && side < ADVISED_SIDE && <p>{t("images.small")}</p>}
      </div>
      <p className="text-sm text-muted">{t("frame.hint")}</p>
    </div>
  );
}
