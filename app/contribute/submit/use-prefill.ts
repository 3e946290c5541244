import { useEffect, useRef } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useLocation, useNavigate, useSearchParams } from "react-router";

import { browserClient } from "../../shared/data/browser.ts";
import {
  fetchCompetition,
  fetchTeam,
  seasonChoices,
  teamCompetitions,
} from "../data/catalogue/choices.ts";
import { queryClient } from "../../shared/data/query-client.ts";
import { seasonCompetition } from "../domain/season-competition.ts";
import { type Prefill, prefillOf } from "./prefill.ts";
import type { JerseyForm, ValidForm } from "./rules.ts";

/**
 * Applies the values of the address once, then removes them from the address. After a reload the
 * draft holds them, with the member's changes.
 */
export function usePrefill(form: UseFormReturn<JerseyForm, unknown, ValidForm>): void {
  const [query] = useSearchParams();
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const applied = useRef(false);
  const { setValue } = form;

  useEffect(() => {
    const prefill = applied.current ? undefined : prefillOf(query);
    if (!prefill) return;
    applied.current = true;
    void valuesOf(prefill).then((values) => {
      for (const [name, value] of Object.entries(values)) {
        setValue(name as keyof JerseyForm, value);
      }
      return navigate(pathname, { state, replace: true, preventScrollReset: true });
    });
  }, [query, pathname, state, navigate, setValue]);
}

/**
 * Adds the competition and league of the given competition, or of the team in the season, and the year of the season. An
 * unknown id is ignored.
 */
async function valuesOf({
  form,
  teamId,
  competitionId,
  seasonCode,
}: Prefill): Promise<Partial<JerseyForm>> {
  try {
    const client = await browserClient();
    const team = teamId ? await fetchTeam(client, teamId) : null;
    const seasons =
      form.season || seasonCode ? await queryClient.ensureQueryData(seasonChoices()) : [];
    const season = seasons.find(({ id, code }) =>
      form.season ? id === form.season : code === seasonCode,
    );
    const places = team && (await queryClient.ensureQueryData(teamCompetitions(team.id)));
    const competition = competitionId
      ? await fetchCompetition(client, competitionId)
      : places && seasonCompetition(places, season?.id ?? "");
    return {
      ...(season && { year: season.code.slice(0, 4), season: season.id }),
      ...form,
      ...(competition && { league: competition.league, competition: competition.id }),
      ...(team && { team: team.id, teamText: "" }),
    };
  } catch {
    return form;
  }
}
