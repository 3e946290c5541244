import type { League } from "../domain/leagues.ts";
import type { Language } from "./languages.ts";
import { translator } from "./translations.ts";

/** A league by the name of the league, where that is asked for; elsewhere it is called by its sport, which is true for all of its teams. */
export function leagueName(league: League, lang: Language): string {
  const isSport = league === "SOCCER" || league === "ESPORT";
  return isSport ? translator(lang, "common")(`league.${league}`) : league;
}
