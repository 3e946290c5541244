import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { type Fit, type ImageWidth, imageUrl } from "../../address/image-url.ts";
import { JerseyImage, type JerseyImageProps } from "../../components/jersey-image.tsx";
import { StepButton } from "../../components/step-button.tsx";
import { cx } from "../../components/ui/cx.ts";
import { Dialog, DialogContent } from "../../components/ui/dialog.tsx";
import { backend } from "../../data/browser.ts";
import type { ReviewPhoto } from "../../data/review/queue.ts";
import { LICENCE_KEYS } from "../../domain/rules/image-rules.ts";

/** Photos big enough to judge, with what was said about each; all of them open in full. */
export function ReviewPhotos({
  photos,
  drawn,
  children,
}: {
  photos: ReviewPhoto[];
  /** The jersey, drawn in place of missing photos. */
  drawn?: JerseyImageProps["jersey"] | null;
  /** Above each photo. */
  children?: (photo: ReviewPhoto) => ReactNode;
}) {
  const { t } = useTranslation(["review", "suggestions"]);
  const [shown, setShown] = useState<number>();
  const count = photos.length;
  const photo = shown === undefined ? undefined : photos[shown];
  if (count === 0) {
    return (
      <div className="grid gap-2 self-start rounded-xl bg-surface p-4 text-center">
        {drawn && (
          <JerseyImage
            jersey={drawn}
            path={null}
            alt=""
            sizes="16rem"
            className="mx-auto w-full max-w-64"
          />
        )}
        <p className="text-sm text-muted">{t("review:photos.none")}</p>
      </div>
    );
  }
  return (
    <>
      <ul className="grid grid-cols-2 content-start gap-4">
        {photos.map((each, index) => (
          <li
            key={each.id}
            className={cx("grid content-start gap-2", index === 0 && count !== 2 && "col-span-2")}
          >
            {children?.(each)}
            <button
              type="button"
              aria-label={t("review:photos.enlarge", { position: index + 1, count })}
              onClick={() => setShown(index)}
              className={cx(
                "block aspect-square w-full max-w-xl overflow-hidden rounded-xl bg-surface",
                each.is_removal && "outline-3 -outline-offset-3 outline-danger",
              )}
            >
              <Photo photo={each} alt="" width={640} />
            </button>
            <p className="text-sm text-muted">
              {each.kind && `${t(`suggestions:photos.kinds.${each.kind}`)} · `}
              {t("review:photos.rights", {
                licence: t(`review:photos.licence.${LICENCE_KEYS[each.licence]}`),
                statement: t(
                  each.rights_stated ? "review:photos.stated" : "review:photos.notStated",
                ),
              })}
              {each.is_known && (
                <strong className="block text-ink">{t("review:changes.known")}</strong>
              )}
            </p>
          </li>
        ))}
      </ul>
      <Dialog open={photo !== undefined} onOpenChange={(open) => !open && setShown(undefined)}>
        {photo && shown !== undefined && (
          <DialogContent
            title={t("review:photos.title", { position: shown + 1, count })}
            closeLabel={t("review:close")}
            className="sm:w-[min(92vw,80dvh)]"
          >
            <div className="aspect-square overflow-hidden rounded-xl bg-surface">
              <Photo
                key={photo.id}
                photo={photo}
                alt={photo.alt ?? ""}
                width={1200}
                fit="contain"
              />
            </div>
            {count > 1 && (
              <div className="flex justify-center gap-3">
                {(["previous", "next"] as const).map((to) => (
                  <StepButton
                    key={to}
                    to={to}
                    variant="outline"
                    aria-label={t(`review:photos.${to}`)}
                    isEnd={shown === (to === "previous" ? 0 : count - 1)}
                    onStep={() => setShown(shown + (to === "previous" ? -1 : 1))}
                  />
                ))}
              </div>
            )}
          </DialogContent>
        )}
      </Dialog>
    </>
  );
}

/**
 * The photo as it is stored now. Its author may have put another file under the name of one that
 * the browser has cached, so the address contains its version.
 */
function Photo({
  photo: { path, version },
  alt,
  width,
  fit = "cover",
}: {
  photo: ReviewPhoto;
  alt: string;
  width: ImageWidth;
  fit?: Fit;
}) {
  if (!path) return null;
  return (
    <img
      src={`${imageUrl(backend().url, path, { width, fit })}&version=${version}`}
      alt={alt}
      width={width}
      height={width}
      className={cx("exhibit size-full", fit === "cover" ? "object-cover" : "object-contain")}
    />
  );
}
