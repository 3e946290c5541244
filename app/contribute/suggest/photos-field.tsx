import { ImagePlus, Trash2 } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";

import { imageUrl, storedPath } from "../../shared/address/image-url.ts";
import { lastLicence } from "../../shared/browser/last-licence.ts";
import { FileButton } from "../../shared/components/file-button.tsx";
import { ImageRightsFields } from "../../shared/components/image-rights.tsx";
import { ImageTile, TileTool } from "../../shared/components/image-tile.tsx";
import { Progress } from "../../shared/ui/progress.tsx";
import { Select } from "../../shared/ui/select.tsx";
import { backend } from "../../shared/data/browser.ts";
import type { ImageRights } from "../../shared/domain/rules/image-rules.ts";
import {
  MAX_SUGGESTED_PHOTOS,
  PHOTO_KINDS,
  type PhotoKind,
} from "../../shared/domain/suggestion.ts";
import type { Photos } from "./use-photos.ts";

/** Photos that a member adds to somebody else's jersey: what each shows, and the licence. */
export function PhotosField({ edited, disabled }: { edited: Photos; disabled: boolean }) {
  const { t } = useTranslation("suggestions");
  const id = useId();
  const [rights, setRights] = useState<ImageRights>(() => ({
    isStated: false,
    licence: lastLicence(),
  }));
  /** Files that were chosen before the statement. */
  const [held, setHeld] = useState<File[]>([]);
  const { store, photos, sending, problems } = edited;
  const isBusy = disabled || sending !== undefined;

  // The browser looked for the anchor before the form was rendered.
  useEffect(() => {
    if (location.hash === "#photos") document.getElementById("photos")?.scrollIntoView();
  }, []);

  function addStated(files: File[]) {
    if (rights.isStated) return void store.add(files, rights);
    setHeld([...held, ...files]);
    document.getElementById(`${id}-statement`)?.focus();
  }

  function changeRights(next: ImageRights) {
    setRights(next);
    if (!next.isStated || held.length === 0) return;
    setHeld([]);
    void store.add(held, next);
  }

  return (
    <section
      id="photos"
      aria-labelledby={`${id}-title`}
      className="grid scroll-mt-24 grid-cols-1 gap-4"
    >
      <h2 id={`${id}-title`} className="heading text-xl">
        {t("photos.title")}{" "}
        <span className="text-base font-normal text-muted tabular-nums">
          {photos.length} / {MAX_SUGGESTED_PHOTOS}
        </span>
      </h2>
      {photos.length > 0 && (
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
                  label={t("photos.remove", { n: index + 1 })}
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
                    {t(`photos.kinds.${value}`)}
                  </option>
                ))}
              </Select>
            </ImageTile>
          ))}
        </ol>
      )}
      {sending && (
        <div className="grid gap-1 text-sm text-muted">
          <p>{t("photos.sending", { name: sending.name })}</p>
          <Progress value={sending.share} label={t("photos.sending", { name: sending.name })} />
        </div>
      )}
      <div role="alert" className="grid gap-1 text-sm text-danger empty:hidden">
        {problems.map((problem) => (
          <p key={problem}>{problem}</p>
        ))}
      </div>
      {photos.length < MAX_SUGGESTED_PHOTOS && (
        <>
          <ImageRightsFields
            rights={rights}
            onChange={changeRights}
            isMissing={held.length > 0}
            disabled={isBusy}
            statementId={`${id}-statement`}
          />
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <FileButton id={id} hint={`${id}-hint`} disabled={isBusy} onFiles={addStated}>
              <ImagePlus aria-hidden />
              {t("photos.add")}
            </FileButton>
            <p id={`${id}-hint`} className="min-w-40 flex-1 text-sm text-muted">
              {t("photos.hint")}
            </p>
          </div>
        </>
      )}
    </section>
  );
}
