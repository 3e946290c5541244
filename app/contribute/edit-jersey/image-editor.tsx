import { ArrowLeft, ArrowRight, Crop, ImagePlus, Trash2 } from "lucide-react";
import { useId, useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { lastLicence } from "../browser/last-licence.ts";
import { useFrameDialog } from "../frame-photo/use-frame-dialog.tsx";
import { FileButton } from "../../shared/components/file-button.tsx";
import { ImageRightsFields } from "../components/image-rights.tsx";
import { ImageTile, TileTool } from "../components/image-tile.tsx";
import { SendingPhoto } from "../components/sending-photo.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { backend } from "../../shared/data/browser.ts";
import type { EditedJersey } from "../data/submissions/edit.ts";
import { imageUrl } from "../../shared/address/image-url.ts";
import type { ImageRights } from "../../shared/domain/rules/image-rules.ts";
import { useImages } from "./use-images.ts";

/** A jersey's stored images. Every change is saved at once. */
export function ImageEditor({
  jersey,
  userId,
  onChange,
}: {
  jersey: EditedJersey;
  userId: string;
  /** Called when an image was added or deleted: moderators review such changes. */
  onChange: () => void;
}) {
  const { t } = useTranslation(["account", "submit", "suggestions"]);
  const { t: submit } = useTranslation("submit");
  const id = useId();
  const [rights, setRights] = useState<ImageRights>(() => ({
    isStated: false,
    licence: lastLicence(),
  }));
  const [isStatementMissing, setStatementMissing] = useState(false);
  const edited = useImages(jersey, userId, onChange);
  const { images, room, sending, busy, add, move, remove, photoOf } = edited;
  const framing = useFrameDialog();
  const [moved, setMoved] = useState("");

  function addStated(files: File[]) {
    setStatementMissing(!rights.isStated);
    if (rights.isStated) void add(files, rights);
    else document.getElementById(`${id}-statement`)?.focus();
  }

  function moveBy(index: number, by: -1 | 1) {
    setMoved(t("submit:images.movedTo", { n: index + by + 1 }));
    void move(images[index]!, by);
  }

  return (
    <section aria-labelledby={`${id}-label`} className="grid gap-3">
      <h3 id={`${id}-label`} className="text-sm font-semibold">
        {t("images.label")}{" "}
        <span className="font-normal text-muted tabular-nums">
          {images.length} / {images.length + room}
        </span>
      </h3>
      {images.length > 0 && (
        <ol className="grid grid-cols-2 gap-3 sm:grid-cols-4">
          {images.map((image, index) => (
            <ImageTile
              key={image.id}
              cover={index === 0 && t("submit:images.cover")}
              picture={
                image.stored.path && (
                  <img
                    src={imageUrl(backend().url, image.stored.path, { width: 320, fit: "cover" })}
                    alt={t("suggestions:photos.photo", { n: index + 1 })}
                    className="size-full object-cover"
                  />
                )
              }
              tools={
                <>
                  <TileTool
                    label={t("submit:images.before", { n: index + 1 })}
                    disabled={busy || index === 0}
                    onClick={() => moveBy(index, -1)}
                    icon={<ArrowLeft aria-hidden />}
                  />
                  <TileTool
                    label={t("submit:images.after", { n: index + 1 })}
                    disabled={busy || index === images.length - 1}
                    onClick={() => moveBy(index, 1)}
                    icon={<ArrowRight aria-hidden />}
                  />
                  <TileTool
                    label={t("images.remove", { n: index + 1 })}
                    disabled={busy}
                    onClick={() => void remove(image)}
                    icon={<Trash2 aria-hidden />}
                  />
                </>
              }
            >
              {/* After a merge, a jersey shows photos of others too. */}
              {image.stored.path?.startsWith(`${userId}/`) && (
                <Button
                  // A framed photo is another one in the same place.
                  id={`${id}-frame-${index}`}
                  variant="outline"
                  size="sm"
                  aria-label={t("submit:images.frame", { n: index + 1 })}
                  disabled={busy}
                  onClick={() =>
                    void framing.open(() =>
                      photoOf(image, t("suggestions:photos.photo", { n: index + 1 })),
                    )
                  }
                >
                  <Crop aria-hidden />
                  {submit("frame.action")}
                </Button>
              )}
            </ImageTile>
          ))}
        </ol>
      )}
      {sending && <SendingPhoto {...sending} />}
      {room > 0 && (
        <ImageRightsFields
          rights={rights}
          onChange={setRights}
          isMissing={isStatementMissing && !rights.isStated}
          disabled={busy}
          statementId={`${id}-statement`}
        />
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <FileButton id={id} hint={`${id}-hint`} size="sm" disabled={busy} onFiles={addStated}>
          <ImagePlus aria-hidden />
          {t("suggestions:photos.title")}
        </FileButton>
        <p id={`${id}-hint`} className="min-w-40 flex-1 text-sm text-muted">
          {t("images.hint")}
        </p>
      </div>
      <p aria-live="polite" className="sr-only">
        {moved}
      </p>
      {framing.dialog}
    </section>
  );
}
