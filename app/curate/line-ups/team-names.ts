import type { LineUp, LineUpCatalogue, LineUpTeam } from "../data/line-ups/line-ups.ts";
import { competitionName, teamName } from "../../shared/i18n/catalogue-names.ts";
import type { Language } from "../../shared/i18n/languages.ts";
import { nameOrder, priorityOrder } from "../../shared/i18n/name-order.ts";

/** A team's name in the reader's language. */
export const shownTeam = (team: LineUpTeam, lang: Language) =>
  teamName(team, { slug: team.home }, lang);

/** Teams by their names in the reader's language. */
export function sortedTeams<Team extends LineUpTeam>(teams: readonly Team[], lang: Language) {
  return teams.toSorted(nameOrder(lang, (team: Team) => shownTeam(team, lang)));
}

/** A line-up with its teams in the reader's order. */
export function sortedLineUp<Line extends LineUp>(lineUp: Line, lang: Language): Line {
  return { ...lineUp, teams: sortedTeams(lineUp.teams, lang) };
}

/** Competitions, the most important first, and teams, both in the reader's order. */
export function sortedCatalogue(
  { competitions, teams }: LineUpCatalogue,
  lang: Language,
): LineUpCatalogue {
  return {
    competitions: competitions.toSorted(priorityOrder(lang, (row) => competitionName(row, lang))),
    teams: sortedTeams(teams, lang),
  };
}
