import { ZoomIn } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { useNavigation } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { lazyDialog } from "../../shared/components/lazy-dialog.ts";
import { JerseyImage } from "../../shared/components/jersey-image.tsx";
import { StepButton } from "../components/step-button.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { JerseyFrame } from "../../shared/components/jersey-frame.tsx";
import type { JerseySummary } from "../../shared/domain/jersey.ts";
import { useSlides } from "./use-slides.ts";

/** Lazy: only visitors who enlarge a photo need it. */
const Zoom = lazyDialog(() => import("./zoom.tsx"));

const STAGE = "(min-width: 64rem) 48rem, (min-width: 48rem) 55vw, 100vw";

/** The photos of a jersey: a large one and thumbnails. Without photos, the shirt drawing. */
export function Gallery({
  jersey,
  isDrawn,
  captions,
}: {
  jersey: JerseySummary;
  /** Whether its pictures are drawings, which are never called photos. */
  isDrawn: boolean;
  /** What stands under each photo. */
  captions: ReactNode[];
}) {
  const { t } = useTranslation("jersey");
  const { title, images } = jersey;
  const total = images.length;
  const [isZoomed, setZoomed] = useState(false);
  const { frame, rail, shown, show } = useSlides(total, () => setZoomed(true));
  // During a transition the card carries the transition name. A second element of that name would
  // cancel the transition.
  const { state } = useNavigation();
  const photo = (n: number) =>
    images[n]?.alt ||
    (isDrawn
      ? t("gallery.drawing", { title, n: n + 1, total })
      : total > 1
        ? t("gallery.photo", { title, n: n + 1, total })
        : title);
  return (
    <>
      <section
        ref={frame}
        aria-label={t("gallery.label", { title })}
        className="grid grid-cols-1 gap-3"
      >
        <JerseyFrame
          jersey={jersey}
          isShared={state === "idle"}
          className="jersey-stage rounded-3xl"
        >
          {total === 0 ? (
            <JerseyImage
              jersey={jersey}
              path={null}
              alt={t("gallery.drawn", { title })}
              sizes={STAGE}
              className="size-full"
            />
          ) : (
            <ul
              ref={rail}
              tabIndex={total > 1 ? 0 : undefined}
              className="flex size-full cursor-zoom-in snap-x snap-mandatory overflow-x-auto scroll-smooth overscroll-x-contain [scrollbar-width:none] focus-visible:-outline-offset-4"
            >
              {images.map((image, n) => (
                <li key={image.path ?? n} className="size-full shrink-0 snap-center">
                  <JerseyImage
                    jersey={jersey}
                    path={image.path}
                    alt={photo(n)}
                    sizes={STAGE}
                    largest={1200}
                    priority={n === 0}
                  />
                </li>
              ))}
            </ul>
          )}
          {total > 0 && (
            <Button
              variant="secondary"
              size="icon"
              aria-label={t("zoom.open")}
              aria-haspopup="dialog"
              className="absolute right-3 bottom-3 z-10 bg-raised shadow-md"
              onClick={() => setZoomed(true)}
            >
              <ZoomIn aria-hidden />
            </Button>
          )}
          {total > 1 && (
            <>
              <StepButton
                to="previous"
                variant="secondary"
                aria-label={t("gallery.previous")}
                isEnd={shown === 0}
                className="absolute top-1/2 z-10 bg-raised shadow-md left-3 -translate-y-1/2"
                onStep={() => show(shown - 1)}
              />
              <StepButton
                to="next"
                variant="secondary"
                aria-label={t("gallery.next")}
                isEnd={shown === total - 1}
                className="absolute top-1/2 z-10 bg-raised shadow-md right-3 -translate-y-1/2"
                onStep={() => show(shown + 1)}
              />
            </>
          )}
        </JerseyFrame>
        {captions[shown]}
        {total > 1 && (
          <ul className="flex gap-2 overflow-x-auto p-1 [scrollbar-width:none]">
            {images.map((image, n) => (
              <li key={image.path ?? n}>
                <button
                  type="button"
                  aria-label={t("gallery.show", { n: n + 1 })}
                  aria-current={n === shown}
                  onClick={() => show(n)}
                  className="block size-12 overflow-hidden rounded-xl bg-surface ring-2 md:size-18 ring-transparent transition-shadow aria-[current=true]:ring-ink"
                >
                  <JerseyImage
                    jersey={jersey}
                    path={image.path}
                    alt=""
                    sizes="4.5rem"
                    largest={320}
                  />
                </button>
              </li>
            ))}
          </ul>
        )}
      </section>
      {isZoomed && (
        <Suspense>
          <Zoom
            jersey={jersey}
            photo={photo}
            shown={shown}
            onShow={show}
            onClose={() => setZoomed(false)}
          />
        </Suspense>
      )}
    </>
  );
}
