import type { LineUpTeam } from "../data/line-ups/line-ups.ts";

/** A line-up as rows of the export; `readCsv` reads them. The name is for people only. */
export function csvRows(
  season: { code: string },
  competition: { slug: string },
  teams: readonly LineUpTeam[],
) {
  return teams.map((team) => ({
    season: season.code,
    competition: competition.slug,
    team: team.slug,
    home: team.home,
    name: team.name,
  }));
}
