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
}: {
  copy: Pick<Copy, "photos" | "jersey" | "former_jersey">;
  sizes: string;
}) {
  const { jersey } = copy;
  const cover = copy.photos[0];
  return (
    <JerseyFrame jersey={jersey ?? { teams: null }} className="rounded-2xl">
      {cover ? (
        <OwnPhoto
          path={cover.path}
          loading="lazy"
          decoding="async"
          className="exhibit card-image size-full object-cover"
        />
      ) : jersey ? (
        <JerseyImage
          jersey={jersey}
          path={jersey.images[0]?.path}
          alt=""
          sizes={sizes}
          smallest={320}
          className="card-image"
        />
      ) : (
        <span className="card-image block p-[8%]">
          <img
            src={shirtUrl(formerShirt(copy.former_jersey))}
            alt=""
            loading="lazy"
            decoding="async"
            className="exhibit size-full"
          />
        </span>
      )}
    </JerseyFrame>
  );
}
