import { ArrowLeft, ArrowRight, Check, Crop, RotateCw, Trash2, X } from "lucide-react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { ImageTile, TileTool } from "../components/image-tile.tsx";
import { Badge } from "../../shared/ui/badge.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { Progress } from "../../shared/ui/progress.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { Spinner } from "../../shared/ui/spinner.tsx";
import { BlobImage } from "../components/blob-image.tsx";
import type { FormPhoto } from "../data/photos/photo-list.ts";

/** One chosen image: preview, progress, actions. */
export function ChosenImage({
  image,
  index,
  isLast,
  busy,
  onMove,
  onRemove,
  onCancel,
  onRetry,
  onFrame,
}: {
  image: FormPhoto;
  index: number;
  isLast: boolean;
  busy: boolean;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
  onCancel: () => void;
  onRetry: () => void;
  onFrame: () => void;
}) {
  const { t } = useTranslation(["submit", "common"]);
  const { name, step, blob, share, problem, megapixels, isSmall } = image;
  return (
    <ImageTile
      cover={index === 0 && t("images.cover")}
      picture={
        <>
          {blob ? (
            <BlobImage blob={blob} alt={t("images.preview", { name })} />
          ) : (
            <>
              <Skeleton className="size-full" />
              <Spinner
                label={t("images.preparing", { name })}
                className="absolute inset-0 m-auto size-5"
              />
            </>
          )}
          {step === "sent" && (
            <Badge tone="success" className="absolute right-2 bottom-2">
              <Check aria-hidden className="size-3.5" />
              {t("images.sent")}
            </Badge>
          )}
        </>
      }
      tools={
        step === "sending" ? (
          <TileTool
            label={t("images.cancel", { name })}
            onClick={onCancel}
            icon={<X aria-hidden />}
          />
        ) : (
          <>
            <TileTool
              label={t("images.moveBefore", { name })}
              disabled={index === 0 || busy}
              onClick={() => onMove(-1)}
              icon={<ArrowLeft aria-hidden />}
            />
            <TileTool
              label={t("images.moveAfter", { name })}
              disabled={isLast || busy}
              onClick={() => onMove(1)}
              icon={<ArrowRight aria-hidden />}
            />
            {step === "failed" && (
              <TileTool
                label={t("images.retry", { name })}
                onClick={onRetry}
                icon={<RotateCw aria-hidden />}
              />
            )}
            <TileTool
              label={t("common:of", { label: t("common:action.remove"), name })}
              disabled={busy}
              onClick={onRemove}
              icon={<Trash2 aria-hidden />}
            />
          </>
        )
      }
    >
      <Button
        variant="outline"
        size="sm"
        aria-label={t("common:of", { label: t("frame.action"), name })}
        disabled={!blob || busy || step === "sending"}
        onClick={onFrame}
      >
        <Crop aria-hidden />
        {t("frame.action")}
      </Button>
      {/* Always rendered, to avoid a layout shift when the upload starts. */}
      <div className="h-1">
        {step === "sending" && <Progress value={share} label={t("images.sending", { name })} />}
      </div>
      <p className="truncate px-1 text-xs text-muted" title={name}>
        {name}
      </p>
      <p role="status" className="px-1 text-xs text-danger empty:hidden">
        {problem && t(`uploadProblems.${problem}`)}
      </p>
      {megapixels !== undefined && (
        <p className="px-1 text-xs text-muted">{t("images.reduced", { megapixels })}</p>
      )}
      {isSmall && <p className="px-1 text-xs text-muted">{t("images.small")}</p>}
    </ImageTile>
  );
}
