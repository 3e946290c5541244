import type { PhotoInWords } from "../i18n/jersey-changes.ts";
import { SmallPhoto } from "./small-photo.tsx";

/** Photos in their order, each with its former number, so that both orders can be compared. */
export function PhotoOrder({ photos }: { photos: PhotoInWords[] }) {
  return (
    <ol className="flex flex-wrap gap-2">
      {photos.map(({ number, name, url, kind }) => (
        <li key={number} className="grid w-16 content-start gap-1">
          <span className="relative">
            <SmallPhoto address={url} name={name} className="size-16 rounded-lg bg-surface" />
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
