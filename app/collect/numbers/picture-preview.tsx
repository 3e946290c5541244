import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { PICTURE_FORMATS, type PictureFormat } from "../domain/copies/shared-picture.ts";
import type { DrawnPicture } from "./use-picture.ts";

/** The picture as it is saved or shared. */
export function PicturePreview({
  blob,
  address,
  isFailed,
  retry,
  format,
}: DrawnPicture & { format: PictureFormat }) {
  const { t } = useTranslation(["collectionNumbers", "common"]);
  const { width, height } = PICTURE_FORMATS[format];
  return (
    <div className="grid gap-2" aria-busy={!blob && !isFailed}>
      <div
        className="overflow-hidden rounded-xl border border-line"
        style={{ aspectRatio: `${width} / ${height}` }}
      >
        {address ? (
          <img
            src={address}
            alt={t("collectionNumbers:share.preview")}
            className="size-full object-contain"
          />
        ) : (
          <Skeleton className="size-full" />
        )}
      </div>
      <p role="status" className="min-h-5 text-sm text-muted">
        {isFailed
          ? t("collectionNumbers:share.failed")
          : !blob && t("collectionNumbers:share.drawing")}
      </p>
      {isFailed && (
        <Button variant="outline" size="sm" className="justify-self-start" onClick={retry}>
          {t("common:error.retry")}
        </Button>
      )}
    </div>
  );
}
