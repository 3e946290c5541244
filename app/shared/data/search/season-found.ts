import type { SearchQuery } from "../../domain/search-query.ts";
import type { FoundCompetition, Read } from "./read.ts";

/** A season's page of a competition. */
export interface SeasonFound {
  competition: FoundCompetition;
  season: { code: string; name: string };
}

/** The season of a competition that the query names; undefined if that season has no page. */
export async function readWall(
  read: Read,
  competition: FoundCompetition,
  { years, season: named }: SearchQuery,
): Promise<SeasonFound | undefined> {
  const { from, to } = years!;
  if (from !== to) return undefined;
  const seasons = await read<SeasonFound["season"]>("competition_seasons", {
    competition_id: competition.id,
    select: "code, name",
  });
  const season =
    seasons.find(({ code }) => code === named) ??
    seasons.find(({ code }) => code.startsWith(String(from)));
  return season && { competition, season };
}
