import type { Language } from "../../shared/i18n/languages.ts";
import { href } from "../../shared/address/paths.ts";

/** The anchor of a year in a team's timeline. */
export function seasonAnchor(year: number | string): string {
  return `saison-${year}`;
}

/** A team's timeline at a season; `seasonCode` begins with its first year. */
export function teamSeasonPath(teamId: string, seasonCode: string, lang: Language): string {
  const year = seasonCode.slice(0, 4);
  const decade = `${year.slice(0, 3)}0`;
  return `${href("team", { teamId }, lang)}?decade=${decade}#${seasonAnchor(year)}`;
}

/** What all teams of a competition wore in a season. */
export function competitionSeasonPath(
  competitionId: string,
  seasonCode: string,
  lang: Language,
): string {
  return href("season", { competitionId, season: seasonCode }, lang);
}
