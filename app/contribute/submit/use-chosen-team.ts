import { chosenTeam } from "../data/catalogue/choices.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { teamName as localTeamName } from "../../shared/i18n/catalogue-names.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { countries } from "./countries.ts";
import { COUNTRY, isTeamRow, type JerseyForm, teamName } from "./rules.ts";

/**
 * The form's team: its row if it is in the catalogue, and its name in the reader's language, which is
 * undefined while the row loads.
 */
export function useChosenTeam({ team, teamText }: Pick<JerseyForm, "team" | "teamText">) {
  const lang = useLanguage();
  const { data: row } = useMemberQuery(chosenTeam(isTeamRow(team) ? team : undefined));
  if (isTeamRow(team)) {
    return { row, name: row ? localTeamName(row, row.competition, lang) : undefined };
  }
  const typed = teamName({ team, teamText });
  const country = team.startsWith(COUNTRY)
    ? countries(lang).find(({ name }) => name === typed)
    : undefined;
  return { row: undefined, name: country?.label ?? typed };
}
