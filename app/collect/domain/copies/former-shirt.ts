import { teamSlug } from "../../../shared/domain/slug.ts";
import type { FormerJersey } from "./copy.ts";
import type { KitType } from "../../../shared/domain/kit-types.ts";
import { drawnLeague, type SportOfShirt } from "../../../shared/domain/leagues.ts";

/** What is drawn of a shirt: a copy's, or one that its member shows. */
interface Described {
  team: string;
  /** Where the team's name is in the reader's language: the drawing is the same in all. */
  team_slug?: string;
  league: SportOfShirt;
  kit_type?: KitType | null;
  year?: number | null;
  teams?: { colors: string[] } | null;
}

type Facts = Pick<FormerJersey, "team" | "league" | "season" | "kit_type">;

/** True if a shirt without a page is what somebody says of one: its team, and its season and kit as far as they are said. */
export function isSaid(own: Facts, said: Facts): boolean {
  return (
    teamSlug(own.team) === teamSlug(said.team) &&
    own.league === said.league &&
    (said.season === undefined || isSameSeason(own.season ?? "", said.season)) &&
    (said.kit_type === undefined || own.kit_type === said.kit_type)
  );
}

/** True for "1998-99" and "1998", which may be how somebody calls it. */
const isSameSeason = (one: string, other: string) =>
  one === other ||
  (one.slice(0, 4) === other.slice(0, 4) && (one.length === 4 || other.length === 4));

/** How a copy without a page in the catalogue is drawn: with its own number, or with none. */
export function formerShirt({
  former_jersey: former,
  printed_number: number,
}: {
  former_jersey: Described | null;
  printed_number: string | null;
}) {
  return {
    league: drawnLeague(former?.league),
    kitType: former?.kit_type ?? null,
    seed: former?.team_slug ?? teamSlug(former?.team ?? ""),
    year: former?.year ?? null,
    colors: former?.teams?.colors ?? [],
    number: number ?? "",
  };
}
