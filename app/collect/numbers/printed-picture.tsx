import { useState } from "react";

import { shirtUrl } from "../../shared/address/shirt-url.ts";
import { JerseyFrame } from "../../shared/components/jersey-frame.tsx";
import { JerseyImage } from "../../shared/components/jersey-image.tsx";
import { cx } from "../../shared/ui/cx.ts";
import { formerShirt } from "../domain/copies/former-shirt.ts";
import type { Copy } from "../domain/copies/copy.ts";

/** A small picture of a copy: the owner's photo, otherwise the catalogue's, otherwise the drawing. */
export function PrintedPicture({
  copy,
  photo,
  className,
}: {
  copy: Copy;
  /** The address of the owner's photo. */
  photo: string | undefined;
  className?: string;
}) {
  const { jersey } = copy;
  const [broken, setBroken] = useState<string>();
  const frame = { teams: jersey?.teams ?? null };
  return (
    <JerseyFrame jersey={frame} className={cx("shrink-0 rounded-lg", className)}>
      {photo && photo !== broken ? (
        <img
          src={photo}
          alt=""
          loading="lazy"
          onError={() => setBroken(photo)}
          className="size-full object-cover"
        />
      ) : jersey ? (
        <JerseyImage
          jersey={jersey}
          path={jersey.images[0]?.path}
          alt=""
          sizes="5rem"
          largest={320}
        />
      ) : (
        <span className="block size-full p-[8%]">
          <img src={shirtUrl(formerShirt(copy))} alt="" loading="lazy" className="size-full" />
        </span>
      )}
    </JerseyFrame>
  );
}
