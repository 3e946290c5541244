import { useState } from "react";
import { useTranslation } from "react-i18next";

import { type Fit, type ImageWidth, imageUrl } from "../../address/image-url.ts";
import { JerseyImage } from "../../components/jersey-image.tsx";
import { StepButton } from "../../components/step-button.tsx";
import { Dialog, DialogContent } from "../../components/ui/dialog.tsx";
import { cx } from "../../components/ui/cx.ts";
import { backend } from "../../data/browser.ts";
import type { QueuedJersey } from "../../data/moderation/queue.ts";
import { type Licence, LICENCE_KEYS } from "../../domain/rules/image-rules.ts";

/** All images of a submission, the cover large. Each links to its full size. */
export function ReviewImages({ jersey }: { jersey: QueuedJersey }) {
  const { t } = useTranslation("admin");
  const [shown, setShown] = useState<number>();
  const { images } = jersey;
  const count = images.length;
  if (count === 0) {
    return (
      <div className="grid gap-2 self-start rounded-xl bg-surface p-4 text-center">
        <JerseyImage
          jersey={jersey}
          path={null}
          alt=""
          sizes="16rem"
          className="mx-auto w-full max-w-64"
        />
        <p className="text-sm text-muted">{t("images.none")}</p>
      </div>
    );
  }
  return (
    <>
      <ul className="grid grid-cols-4 content-start gap-2">
        {images.map((image, index) => (
          <li key={image.id} className={index === 0 ? "col-span-4" : undefined}>
            <button
              type="button"
              aria-label={t("images.enlarge", { position: index + 1, count })}
              onClick={() => setShown(index)}
              className="block aspect-square w-full overflow-hidden rounded-xl bg-surface"
            >
              <ReviewImage image={image} alt="" width={index === 0 ? 960 : 320} />
            </button>
          </li>
        ))}
        <li className="col-span-4">
          <ImageRightsList jersey={jersey} />
        </li>
      </ul>
      <Dialog
        open={shown !== undefined}
        onOpenChange={(open) => setShown(open ? (shown ?? 0) : undefined)}
      >
        {shown !== undefined && <FullImage jersey={jersey} shown={shown} onShow={setShown} />}
      </Dialog>
    </>
  );
}

/** What the author said about each image. */
function ImageRightsList({ jersey }: { jersey: QueuedJersey }) {
  const { t } = useTranslation("admin");
  return (
    <ul className="grid gap-1 text-sm text-muted">
      {jersey.images.map(({ id, licence, rights_stated }, index) => (
        <li key={id}>
          {t("rights.image", {
            position: index + 1,
            licence: t(`rights.licence.${LICENCE_KEYS[licence as Licence]}`),
            statement: t(rights_stated ? "rights.stated" : "rights.notStated"),
          })}
        </li>
      ))}
    </ul>
  );
}

function FullImage({
  jersey,
  shown,
  onShow,
}: {
  jersey: QueuedJersey;
  shown: number;
  onShow: (index: number) => void;
}) {
  const { t } = useTranslation("admin");
  const count = jersey.images.length;
  const image = jersey.images[shown];
  return (
    <DialogContent
      title={t("images.title", { position: shown + 1, count })}
      closeLabel={t("images.close")}
      className="sm:w-[min(92vw,80dvh)]"
    >
      <div className="aspect-square overflow-hidden rounded-xl bg-surface">
        {image && (
          <ReviewImage
            key={image.version}
            image={image}
            alt={image.alt ?? ""}
            width={1200}
            fit="contain"
          />
        )}
      </div>
      {count > 1 && (
        <div className="flex justify-center gap-3">
          <StepButton
            to="previous"
            variant="outline"
            aria-label={t("images.previous")}
            isEnd={shown === 0}
            onStep={() => onShow(shown - 1)}
          />
          <StepButton
            to="next"
            variant="outline"
            aria-label={t("images.next")}
            isEnd={shown === count - 1}
            onStep={() => onShow(shown + 1)}
          />
        </div>
      )}
    </DialogContent>
  );
}

/**
 * The image as it is stored now. Its author may have put another file under the name of one that
 * the browser has cached, so the address contains the version of the image.
 */
function ReviewImage({
  image: { path, version },
  alt,
  width,
  fit = "cover",
}: {
  image: QueuedJersey["images"][number];
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
