import { ImagePlus, Trash2 } from "lucide-react";
import { type ComponentProps, useId } from "react";
import { Link } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { imageUrl, storedPath } from "../../shared/address/image-url.ts";
import { FileButton } from "../../shared/components/file-button.tsx";
import { ImageRightsFields } from "../components/image-rights.tsx";
import { ImageTile, TileTool } from "../components/image-tile.tsx";
import { SendingPhoto } from "../components/sending-photo.tsx";
import { Select } from "../../shared/ui/select.tsx";
import { backend } from "../../shared/data/browser.ts";
import {
  MAX_SUGGESTED_PHOTOS,
  PHOTO_KINDS,
  type PhotoKind,
} from "../../shared/domain/suggestion.ts";
import { BlobImage } from "../components/blob-image.tsx";
import { useFrameDialog } from "../frame-photo/use-frame-dialog.tsx";
import { FoldableSection } from "./foldable-section.tsx";
import { FrameButton } from "./frame-button.tsx";
import { type Photos, STATEMENT_ID } from "./use-photos.ts";

/** Photos that a member adds to a jersey: what each shows, its frame, and the licence. */
export function PhotosField({
  edited,
  disabled,
  fold,
}: {
  edited: Photos;
  disabled: boolean;
  fold?: ComponentProps<typeof FoldableSection>["fold"];
}) {
  const { t } = useTranslation(["suggestions", "submit", "catalogue"]);
  const id = useId();
  const { store, photos, held, sending, problems } = edited;
  const count = photos.length + held.length;
  const isBusy = disabled || sending !== undefined;
  const framing = useFrameDialog();

  return (
    <FoldableSection
      fold={fold}
      title={
        <>
          {t("photos.title")}{" "}
          <span className="text-base font-normal text-muted tabular-nums">
            {count} / {MAX_SUGGESTED_PHOTOS}
          </span>
        </>
      }
    >
      {count > 0 && (
        <ol className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          {photos.map(({ id: photo, url, kind }, index) => (
            <ImageTile
              key={photo}
              picture={
                <img
                  src={imageUrl(backend().url, storedPath(url) ?? "", { width: 320 })}
                  alt={t("photos.photo", { n: index + 1 })}
                  className="size-full object-cover"
                />
              }
              tools={
                <TileTool
                  label={t("submit:images.removeNth", { n: index + 1 })}
                  disabled={isBusy}
                  onClick={() => store.remove(photo)}
                  icon={<Trash2 aria-hidden />}
                />
              }
            >
              <Select
                aria-label={t("photos.kind", { n: index + 1 })}
                value={kind}
                disabled={isBusy}
                onChange={({ target }) => store.change(photo, { kind: target.value as PhotoKind })}
              >
                {PHOTO_KINDS.map((value) => (
                  <option key={value} value={value}>
                    {t(`catalogue:photo.${value}`)}
                  </option>
                ))}
              </Select>
              <FrameButton
                n={index + 1}
                disabled={isBusy}
                onFrame={() => void framing.open(() => edited.framed(photo, index + 1))}
              />
            </ImageTile>
          ))}
          {held.map((file, index) => (
            <ImageTile
              key={`${file.name} ${file.lastModified}`}
              picture={
                <BlobImage blob={file} alt={t("photos.photo", { n: photos.length + index + 1 })} />
              }
              tools={
                <TileTool
                  label={t("submit:images.removeNth", { n: photos.length + index + 1 })}
                  disabled={isBusy}
                  onClick={() => edited.dropHeld(file)}
                  icon={<Trash2 aria-hidden />}
                />
              }
            >
              <p className="truncate px-1 text-xs text-muted">{file.name}</p>
            </ImageTile>
          ))}
        </ol>
      )}
      {photos.some(({ kind }) => kind === "label") && (
        <p className="text-sm text-muted">
          {t("photos.code")}{" "}
          <Link to="#product_codes" className="underline decoration-control underline-offset-4">
            {t("photos.toCode")}
          </Link>
        </p>
      )}
      {sending && <SendingPhoto {...sending} />}
      <div role="alert" className="grid gap-1 text-sm text-danger empty:hidden">
        {problems.map((problem) => (
          <p key={problem}>{problem}</p>
        ))}
      </div>
      {(count < MAX_SUGGESTED_PHOTOS || held.length > 0) && (
        <ImageRightsFields
          rights={edited.rights}
          onChange={edited.changeRights}
          isMissing={edited.isStatementMissing}
          statementId={STATEMENT_ID}
        />
      )}
      {count < MAX_SUGGESTED_PHOTOS && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <FileButton id={id} hint={`${id}-hint`} disabled={isBusy} onFiles={edited.addFiles}>
            <ImagePlus aria-hidden />
            {t("submit:images.choose")}
          </FileButton>
          <p id={`${id}-hint`} className="min-w-40 flex-1 text-sm text-muted">
            {t("photos.hint")}
          </p>
        </div>
      )}
      {framing.dialog}
    </FoldableSection>
  );
}
