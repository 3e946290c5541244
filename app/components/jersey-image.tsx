import { useState } from "react";
import { useRouteLoaderData } from "react-router";

import { type Fit, type ImageWidth, imageSet, imageUrl } from "../address/image-url.ts";
import type { JerseySummary } from "../domain/jersey.ts";
import { shirtUrl } from "../address/shirt-url.ts";
import { cx } from "./ui/cx.ts";

/** Where images come from: the backend's origin, empty where it is the site's own. */
function useImageOrigin(): string {
  const root = useRouteLoaderData("root") as { backendUrl: string } | undefined;
  return root?.backendUrl ?? "";
}

export interface JerseyImageProps {
  jersey: Pick<JerseySummary, "league" | "kit_type" | "team_slug" | "year" | "teams">;
  /** Name of the file; absent or unreadable, the shirt is drawn. */
  path: string | null | undefined;
  /** Empty where a text beside it says the same. */
  alt: string;
  /** How wide it is shown, as in `<img sizes>`. */
  sizes: string;
  /** Nobody needs a smaller one than this, nor a larger one than that. */
  smallest?: ImageWidth;
  largest?: ImageWidth;
  fit?: Fit;
  /** The largest thing seen without scrolling: fetched at once, before all other images. */
  priority?: boolean;
  className?: string;
}

function loading(priority: boolean) {
  return priority
    ? ({ loading: "eager", fetchPriority: "high" } as const)
    : ({ loading: "lazy", decoding: "async" } as const);
}

/** A square photo of a jersey in the right size, or the drawn shirt where there is none. */
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
      // It may have failed before the page could listen.
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
