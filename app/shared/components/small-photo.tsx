import { useState } from "react";

import { imageUrl, storedPath } from "../address/image-url.ts";
import { useImageOrigin } from "../address/use-image-origin.ts";
import { cx } from "../ui/cx.ts";

/** A small photo of a history, or its name if it can't be loaded: it was taken out, and its file withheld or deleted. */
export function SmallPhoto({
  address,
  name,
  className,
}: {
  address: string;
  name: string;
  className: string;
}) {
  const origin = useImageOrigin();
  const [broken, setBroken] = useState<string>();
  const path = storedPath(address) ?? "";
  if (broken === path) {
    return (
      <span className={cx("grid place-items-center text-center text-xs text-muted", className)}>
        {name}
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
      src={imageUrl(origin, path, { width: 160 })}
      alt={name}
      loading="lazy"
      className={cx("object-cover text-xs", className)}
    />
  );
}
