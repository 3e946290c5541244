import { seasonName } from "../../shared/domain/season.ts";
import type { LineUpTeam } from "../data/line-ups/line-ups.ts";

/** A line-up as rows of the export; `readCsv` reads them. The name is for people only. */
export function csvRows(
  season: { code: string },
  competition: { slug: string },
  teams: readonly LineUpTeam[],
) {
  return teams.map((team) => ({
    // Spreadsheets take the code `2011-12` for December 2011.
    season: seasonName(season.code) ?? season.code,
    competition: competition.slug,
    team: team.slug,
    home: team.home,
    name: team.name,
  }));
}
