import { useState } from "react";

import { type Fit, type ImageWidth, imageSet, imageUrl } from "../address/image-url.ts";
import { shirtUrl } from "../address/shirt-url.ts";
import { useImageOrigin } from "../address/use-image-origin.ts";
import type { JerseySummary } from "../domain/jersey.ts";
import { cx } from "../ui/cx.ts";

export interface JerseyImageProps {
  jersey: Pick<
    JerseySummary,
    "league" | "kit_type" | "team_slug" | "year" | "teams" | "isPageless"
  >;
  /** Name of the file. Without it, or if it fails to load, the shirt is drawn. */
  path: string | null | undefined;
  /** Empty if a text beside the image has the same content. */
  alt: string;
  /** Displayed width, as in `<img sizes>`. */
  sizes: string;
  /** Bounds of the widths in `srcset`. */
  smallest?: ImageWidth;
  largest?: ImageWidth;
  fit?: Fit;
  /** True for the largest element in view, usually the LCP: it loads before all other images. */
  priority?: boolean;
  className?: string;
}

function loading(priority: boolean) {
  return priority
    ? ({ loading: "eager", fetchPriority: "high" } as const)
    : ({ loading: "lazy", decoding: "async" } as const);
}

/** A square photo of a jersey in the right size, or the shirt drawing. */
export function JerseyImage({
  jersey,
  path,
  alt,
  sizes,
  smallest,
  largest = 640,
  fit = "cover",
  priority = false,
  className,
}: JerseyImageProps) {
  const origin = useImageOrigin();
  const [broken, setBroken] = useState<string>();
  if (!path || broken === path) {
    return (
      <span className={cx("block p-[8%]", className)}>
        <img
          src={shirtUrl({
            league: jersey.league,
            kitType: jersey.kit_type,
            seed: jersey.team_slug,
            year: jersey.year,
            colors: jersey.teams?.colors ?? null,
            // A member's own shirt has the number that it has, or none that is shown.
            ...(jersey.isPageless && { number: "" }),
          })}
          alt={alt}
          width={largest}
          height={largest}
          {...loading(priority)}
          className="exhibit size-full"
        />
      </span>
    );
  }
  return (
    <img
      // The image may have failed before hydration, when `onError` was not attached.
      ref={(image) => {
        if (image?.complete && image.naturalWidth === 0) setBroken(path);
      }}
      onError={() => setBroken(path)}
      src={imageUrl(origin, path, { width: 320, fit })}
      srcSet={imageSet(origin, path, { smallest, largest, fit })}
      sizes={sizes}
      alt={alt}
      width={largest}
      height={largest}
      {...loading(priority)}
      className={cx(
        "exhibit size-full",
        fit === "cover" ? "object-cover" : "object-contain",
        className,
      )}
    />
  );
}
