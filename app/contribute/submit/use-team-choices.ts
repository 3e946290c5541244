import { chosenTeam, teamChoices } from "../data/catalogue/choices.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { isTeamRow, type JerseyForm } from "./rules.ts";

/**
 * The teams to choose from: those with a participation in the season. A team that was chosen by a
 * link stays in the list of its home competition even without a participation, because the
 * participations of old seasons are incomplete.
 */
export function useTeamChoices({
  competition,
  season,
  team,
}: Pick<JerseyForm, "competition" | "season" | "team">) {
  const listed = useMemberQuery(teamChoices(competition, season));
  const isMissing = isTeamRow(team) && listed.data?.every(({ id }) => id !== team) === true;
  const chosen = useMemberQuery(chosenTeam(isMissing ? team : undefined));
  const isHome = isMissing && chosen.data?.competition_id === competition;
  return {
    ...listed,
    data: isHome && chosen.data ? [...listed.data!, chosen.data] : listed.data,
    // The value must not be cleared before the chosen team is loaded.
    isSuccess: listed.isSuccess && !(isMissing && chosen.isLoading),
  };
}
