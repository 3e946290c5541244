import { JerseyFrame } from "../../components/jersey-frame.tsx";
import { JerseyImage } from "../../components/jersey-image.tsx";
import { photoUrl, smallVersion } from "../../data/copies/photos.ts";
import { useMemberQuery } from "../../data/member-query.ts";
import type { CopyEntry } from "../../domain/copies/filter.ts";
import { slug } from "../../domain/slug.ts";

/** The owner's photo of a copy; without one, the jersey's picture. */
export function CopyPicture({ entry, sizes }: { entry: CopyEntry; sizes: string }) {
  const { copy, facts } = entry;
  const { jersey } = copy;
  const cover = copy.photos[0];
  const drawn = jersey ?? {
    league: facts.league ?? "SOCCER",
    kit_type: facts.kitType,
    team_slug: slug(facts.team ?? ""),
    year: facts.year,
    teams: null,
  };
  return (
    <JerseyFrame jersey={drawn} className="rounded-2xl">
      {cover ? (
        <OwnPhoto path={cover.path} />
      ) : (
        <JerseyImage
          jersey={drawn}
          path={jersey?.images[0]?.path}
          alt=""
          sizes={sizes}
          smallest={320}
          className="card-image"
        />
      )}
    </JerseyFrame>
  );
}

function OwnPhoto({ path }: { path: string }) {
  const { data } = useMemberQuery(photoUrl(smallVersion(path)));
  if (!data) return null;
  return (
    <img
      src={data}
      alt=""
      loading="lazy"
      decoding="async"
      className="exhibit card-image size-full object-cover"
    />
  );
}
