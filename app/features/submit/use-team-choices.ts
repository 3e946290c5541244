import { chosenTeam, teamChoices } from "../../data/catalogue/choices.ts";
import { useMemberQuery } from "../../data/member-query.ts";
import { isTeamRow, type JerseyForm } from "./rules.ts";

/**
 * The teams to choose from. One that was chosen already, by a link from its page, stays in the
 * list of its home competition, though nobody entered it for that season: what the catalogue
 * doesn't know of a season of old is no reason to take it away.
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
    // Until it is known, the choice may not be forgotten.
    isSuccess: listed.isSuccess && !(isMissing && chosen.isLoading),
  };
}
