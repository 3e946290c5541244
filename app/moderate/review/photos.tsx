import type { ReactNode } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { imageUrl } from "../../shared/address/image-url.ts";
import { cx } from "../../shared/ui/cx.ts";
import { backend } from "../../shared/data/browser.ts";
import type { ReviewPhoto } from "../data/review/queue-rows.ts";
import { LICENCE_KEYS } from "../../shared/address/licences.ts";

// Its author may have put another file under the name of one that the browser has cached.
const address = ({ path, version }: ReviewPhoto, width: 320 | 640 | 1200) =>
  `${imageUrl(backend().url, path ?? "", { width, fit: "contain" })}&version=${version}`;

/** Photos big enough to judge, with what was said about each; a press opens one in full. */
export function Photos({
  photos,
  children,
}: {
  photos: ReviewPhoto[];
  /** Above each photo. */
  children?: (photo: ReviewPhoto) => ReactNode;
}) {
  const { t } = useTranslation(["review", "suggestions", "catalogue"]);
  const count = photos.length;
  if (count === 0) return <p className="text-muted">{t("review:photos.none")}</p>;
  return (
    <ul className="grid grid-cols-1 content-start gap-4 sm:grid-cols-2">
      {photos.map((photo, index) => (
        <li
          key={photo.id}
          className={cx("grid content-start gap-2", index === 0 && count !== 2 && "sm:col-span-2")}
        >
          {children?.(photo)}
          <a
            href={address(photo, 1200)}
            target="_blank"
            rel="noopener"
            aria-label={t("review:photos.open", { position: index + 1, count })}
            className={cx(
              "block aspect-square w-full max-w-xl overflow-hidden rounded-xl bg-surface",
              children && photo.is_removal && "outline-3 -outline-offset-3 outline-danger",
            )}
          >
            <img src={address(photo, 640)} alt="" className="exhibit size-full object-contain" />
          </a>
          <p className="text-sm text-muted">
            {[
              photo.kind && t(`catalogue:photo.${photo.kind}`),
              t(`review:photos.licence.${LICENCE_KEYS[photo.licence]}`),
              t(photo.rights_stated ? "review:photos.stated" : "review:photos.notStated"),
            ]
              .filter(Boolean)
              .join(" · ")}
            {photo.is_known && (
              <strong className="block text-ink">{t("review:photos.known")}</strong>
            )}
            {photo.is_twice && (
              <strong className="block text-danger">{t("review:photos.twice")}</strong>
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** The photos in small, for a form that covers them; a press opens one in full. */
export function SmallPhotos({ photos }: { photos: ReviewPhoto[] }) {
  const { t } = useTranslation("review");
  return (
    <ul className="mb-4 flex flex-wrap gap-2">
      {photos.map((photo, index) => (
        <li key={photo.id}>
          <a
            href={address(photo, 1200)}
            target="_blank"
            rel="noopener"
            aria-label={t("photos.open", { position: index + 1, count: photos.length })}
            className="block size-32 overflow-hidden rounded-lg bg-surface"
          >
            <img src={address(photo, 320)} alt="" className="size-full object-contain" />
          </a>
        </li>
      ))}
    </ul>
  );
}
