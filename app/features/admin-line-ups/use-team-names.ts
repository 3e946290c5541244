import type { LineUpTeam } from "../../data/line-ups/line-ups.ts";
import { teamName } from "../../i18n/catalogue-names.ts";
import { useLanguage } from "../../i18n/use-language.ts";

/** A team's name in the reader's language: line-ups store national teams under French names. */
export function useTeamNames(): (team: LineUpTeam) => string {
  const lang = useLanguage();
  return (team) => teamName(team, { slug: team.home }, lang);
}
