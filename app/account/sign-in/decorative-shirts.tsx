import { JerseyImage } from "../../shared/components/jersey-image.tsx";

const SHIRTS = [
  { league: "SOCCER", kit_type: "home", team_slug: "red-star", year: 1998 },
  { league: "NBA", kit_type: "away", team_slug: "chicago-bulls", year: 1996 },
  { league: "NHL", kit_type: "third", team_slug: "montreal", year: 1993 },
  { league: "ESPORT", kit_type: "home", team_slug: "vitality", year: 2024 },
] as const;

/** Decoration beside the forms on wide screens. */
export function DecorativeShirts() {
  return (
    <div
      aria-hidden
      className="hidden aspect-square grid-cols-2 gap-4 rounded-3xl bg-surface p-10 lg:grid"
    >
      {SHIRTS.map((shirt) => (
        <JerseyImage
          key={shirt.team_slug}
          jersey={{ ...shirt, teams: null }}
          path={null}
          alt=""
          sizes="14rem"
        />
      ))}
    </div>
  );
}
