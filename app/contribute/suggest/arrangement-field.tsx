import { ArrowLeft, ArrowRight, Star, Trash2, Undo2 } from "lucide-react";
import { type ComponentProps, useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { imageUrl } from "../../shared/address/image-url.ts";
import { ImageTile, TileTool } from "../components/image-tile.tsx";
import { cx } from "../../shared/ui/cx.ts";
import { Select } from "../../shared/ui/select.tsx";
import { backend } from "../../shared/data/browser.ts";
import type { SubjectJersey } from "../data/suggestions/subject.ts";
import type { ArrangedPhoto } from "../domain/photo-arrangement.ts";
import { PHOTO_KINDS, type PhotoKind } from "../../shared/domain/suggestion.ts";
import { FoldableSection } from "./foldable-section.tsx";
import { FrameButton } from "./frame-button.tsx";

/** The public photos of a jersey: which one comes first, what each shows, and which are to go. */
export function ArrangementField({
  photos,
  images,
  disabled,
  fold,
  removed,
  onRemoved,
  onFrame,
  onChange,
}: {
  photos: ArrangedPhoto[];
  images: SubjectJersey["images"];
  disabled: boolean;
  fold: ComponentProps<typeof FoldableSection>["fold"];
  /** Ids of those that are to go. */
  removed: readonly string[];
  onRemoved: (removed: string[]) => void;
  /** Opens the frame of a photo, if it can be framed. */
  onFrame: (id: string, n: number) => (() => void) | undefined;
  onChange: (photos: ArrangedPhoto[]) => void;
}) {
  const { t } = useTranslation(["suggestions", "submit", "catalogue"]);
  const [said, setSaid] = useState("");

  function move(from: number, to: number) {
    onChange(photos.toSpliced(from, 1).toSpliced(to, 0, photos[from]!));
    setSaid(t("submit:images.movedTo", { n: to + 1 }));
  }

  function show(index: number, kind: PhotoKind | null) {
    onChange(photos.with(index, { ...photos[index]!, kind }));
  }

  return (
    <FoldableSection title={t("arrangement.title")} fold={fold}>
      <ol className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        {photos.map(({ id: photo, kind }, index) => (
          <ImageTile
            key={photo}
            cover={index === 0 && t("submit:images.cover")}
            picture={
              <img
                src={imageUrl(
                  backend().url,
                  images.find((image) => image.id === photo)?.path ?? "",
                  { width: 320 },
                )}
                alt={t("photos.photo", { n: index + 1 })}
                className={cx("size-full object-cover", removed.includes(photo) && "opacity-30")}
              />
            }
            tools={
              <>
                {photos.length > 1 && (
                  <>
                    <TileTool
                      label={t("submit:images.before", { n: index + 1 })}
                      disabled={disabled || index === 0}
                      onClick={() => move(index, index - 1)}
                      icon={<ArrowLeft aria-hidden />}
                    />
                    <TileTool
                      label={t("submit:images.after", { n: index + 1 })}
                      disabled={disabled || index === photos.length - 1}
                      onClick={() => move(index, index + 1)}
                      icon={<ArrowRight aria-hidden />}
                    />
                    <TileTool
                      label={t("arrangement.first", { n: index + 1 })}
                      disabled={disabled || index === 0}
                      onClick={() => move(index, 0)}
                      icon={<Star aria-hidden />}
                    />
                  </>
                )}
                <TileTool
                  label={t(removed.includes(photo) ? "arrangement.keep" : "arrangement.remove", {
                    n: index + 1,
                  })}
                  disabled={disabled}
                  onClick={() =>
                    onRemoved(
                      removed.includes(photo)
                        ? removed.filter((id) => id !== photo)
                        : [...removed, photo],
                    )
                  }
                  icon={removed.includes(photo) ? <Undo2 aria-hidden /> : <Trash2 aria-hidden />}
                />
              </>
            }
          >
            <Select
              aria-label={t("photos.kind", { n: index + 1 })}
              value={kind ?? ""}
              disabled={disabled}
              onChange={({ target }) => show(index, (target.value || null) as PhotoKind | null)}
            >
              <option value="">{t("arrangement.unsaid")}</option>
              {PHOTO_KINDS.map((value) => (
                <option key={value} value={value}>
                  {t(`catalogue:photo.${value}`)}
                </option>
              ))}
            </Select>
            <FrameButton
              onFrame={removed.includes(photo) ? undefined : onFrame(photo, index + 1)}
              n={index + 1}
              disabled={disabled}
            />
          </ImageTile>
        ))}
      </ol>
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
    </FoldableSection>
  );
}
