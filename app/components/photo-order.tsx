import { useImageOrigin } from "../address/use-image-origin.ts";
import { imageUrl, storedPath } from "../address/image-url.ts";
import type { PhotoInWords } from "../i18n/jersey-changes.ts";

/** Photos in their order, each with its former number, so that both orders can be compared. */
export function PhotoOrder({ photos }: { photos: PhotoInWords[] }) {
  const origin = useImageOrigin();
  return (
    <ol className="flex flex-wrap gap-2">
      {photos.map(({ number, name, url, kind }) => (
        <li key={number} className="grid w-16 content-start gap-1">
          <span className="relative">
            <img
              src={imageUrl(origin, storedPath(url) ?? "", { width: 160 })}
              alt={name}
              loading="lazy"
              className="size-16 rounded-lg bg-surface object-cover"
            />
            <span
              aria-hidden
              className="absolute bottom-1 left-1 grid size-5 place-items-center rounded-full bg-raised text-xs font-semibold tabular-nums"
            >
              {number}
            </span>
          </span>
          {kind && <span className="text-xs text-muted">{kind}</span>}
        </li>
      ))}
    </ol>
  );
}
