import { useFormContext, useWatch } from "react-hook-form";

import { useMemberQuery } from "../../shared/data/member-query.ts";
import { queryClient } from "../../shared/data/query-client.ts";
import { teamCompetitions } from "../data/catalogue/choices.ts";
import { seasonCompetition } from "../domain/season-competition.ts";
import { isTeamRow, type JerseyForm } from "./rules.ts";

/**
 * Returns a function to call when the team or the season was chosen: it chooses the competition in which the team played
 * then, unless the member has chosen one.
 */
export function useSeasonCompetition(): () => Promise<void> {
  const { getValues, setValue } = useFormContext<JerseyForm>();
  const team = useWatch<JerseyForm, "team">({ name: "team" });
  useMemberQuery(teamCompetitions(isTeamRow(team) ? team : undefined));

  return async () => {
    const chosen = getValues();
    if (!isTeamRow(chosen.team) || chosen.season === "") return;
    const query = teamCompetitions(chosen.team);
    const known =
      // Without waiting: a list of teams that is stored already would clear a team that isn't in it.
      queryClient.getQueryData(query.queryKey) ??
      (await queryClient.ensureQueryData(query).catch(() => undefined));
    const { team: now, season, competition, competitionChosen } = getValues();
    const isOutdated = now !== chosen.team || season !== chosen.season;
    if (!known || isOutdated || competitionChosen !== "") return;
    const place = seasonCompetition(known, season, competition);
    if (!place || place.id === competition) return;
    setValue("league", place.league);
    setValue("competition", place.id);
  };
}
