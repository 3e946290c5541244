import type { KeyboardEvent } from "react";
import Cropper from "react-easy-crop";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { GROUND } from "../../shared/browser/image/frame.ts";
import type { Framing } from "./use-framing.ts";

/** Pixels by which an arrow key moves the photo; a fifth with Shift. */
const KEY_STEP = 10;

const ZOOM_KEYS: Record<string, 1 | -1> = { "+": 1, "=": 1, "-": -1 };

/**
 * The photo with its square frame, moved by dragging and zoomed by pinching, by the wheel and by
 * keys; or the whole photo on the ground that the file will have.
 */
export function Stage({
  url,
  framing,
  onError,
}: {
  url: string;
  framing: Framing;
  onError: () => void;
}) {
  const { t } = useTranslation("submit");
  const { isWhole, turns, position, zoom, largest, start } = framing;

  function onKeyDown(event: KeyboardEvent) {
    const steps = ZOOM_KEYS[event.key];
    if (!steps || event.ctrlKey || event.metaKey) return; // the browser's own zoom
    event.preventDefault();
    framing.zoomBy(steps);
  }

  return (
    // Its height is bounded, so that what controls the frame is in view with it.
    <div className="relative mx-auto aspect-square w-full max-w-[min(100%,46dvh)] min-w-40 sm:max-w-[min(100%,58dvh)] overflow-hidden rounded-xl bg-surface">
      {isWhole ? (
        <img
          src={url}
          alt={t("frame.wholePreview")}
          onLoad={({ currentTarget }) => framing.onLoad(currentTarget)}
          onError={onError}
          style={{ background: GROUND, transform: `rotate(${turns * 90}deg)` }}
          className="size-full object-contain"
        />
      ) : (
        // The library's own handlers are on the elements inside; they let other keys through.
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
        <div onKeyDown={onKeyDown}>
          <Cropper
            image={url}
            aspect={1}
            crop={position}
            zoom={zoom}
            minZoom={1}
            maxZoom={largest}
            rotation={turns * 90}
            keyboardStep={KEY_STEP}
            {...(start && { initialCroppedAreaPercentages: start })}
            onCropChange={framing.setPosition}
            onZoomChange={framing.setZoom}
            onCropAreaChange={framing.onArea}
            onMediaLoaded={framing.onLoad}
            mediaProps={{ onError }}
            cropperProps={{ role: "application", "aria-label": t("frame.stage") }}
            classes={{ cropAreaClassName: "focus-visible:-outline-offset-3" }}
          />
        </div>
      )}
    </div>
  );
}
