import { shirtUrl } from "../../shared/address/shirt-url.ts";
import { JerseyFrame } from "../../shared/components/jersey-frame.tsx";
import { JerseyImage } from "../../shared/components/jersey-image.tsx";
import { OwnPhoto } from "../copy-photo/own-photo.tsx";
import { formerShirt } from "../domain/copies/former-shirt.ts";
import type { Copy } from "../domain/copies/copy.ts";

/** The owner's photo of a copy; without one, the jersey's picture. */
export function CopyPicture({
  copy,
  sizes,
  alt = "",
}: {
  copy: Pick<Copy, "photos" | "jersey" | "former_jersey" | "printed_number">;
  sizes: string;
  /** Empty if a text beside it says the same. */
  alt?: string;
}) {
  const { jersey } = copy;
  const cover = copy.photos[0];
  return (
    <JerseyFrame jersey={jersey ?? { teams: null }} className="rounded-2xl">
      {cover ? (
        <OwnPhoto
          path={cover.path}
          alt={alt}
          loading="lazy"
          decoding="async"
          className="exhibit card-image size-full object-cover"
        />
      ) : jersey ? (
        <JerseyImage
          jersey={jersey}
          path={jersey.images[0]?.path}
          alt={alt}
          sizes={sizes}
          smallest={320}
          className="card-image"
        />
      ) : (
        <span className="card-image block p-[8%]">
          <img
            src={shirtUrl(formerShirt(copy))}
            alt={alt}
            loading="lazy"
            decoding="async"
            className="exhibit size-full"
          />
        </span>
      )}
    </JerseyFrame>
  );
}
