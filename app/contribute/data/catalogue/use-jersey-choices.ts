import { seasonInWords } from "../../../shared/i18n/season-in-words.ts";
import { isLeague } from "../../../shared/domain/leagues.ts";
import { competitionName, teamName } from "../../../shared/i18n/catalogue-names.ts";
import type { Language } from "../../../shared/i18n/languages.ts";
import { nameOrder, priorityOrder } from "../../../shared/i18n/name-order.ts";
import { useMemberQuery } from "../../../shared/data/member-query.ts";
import {
  brandChoices,
  chosenTeam,
  competitionChoices,
  seasonChoices,
  teamChoices,
} from "./choices.ts";
import { useFittingSeasons } from "./use-fitting-seasons.ts";

interface Option {
  value: string;
  label: string;
}

/** The lists of a form that corrects a jersey. */
export interface JerseyChoices {
  competitions: Option[];
  seasons: Option[];
  teams: Option[];
  brands: Option[];
}

/** What is chosen in the form. */
interface Chosen {
  league: string;
  competition_id: string;
  season_id: string;
  team_id: string;
}

/** The stored rows, which may be inactive and so in no list. */
export interface StoredRows {
  competition_id: string;
  competition: { name: string; slug: string };
  season_id: string;
  season: { name: string };
  team_id: string | null;
  team: string;
  brand_id: string | null;
  brand: string | null;
}

/** What a jersey can be corrected to, with the names of the reader's language. */
export function useJerseyChoices(
  chosen: Chosen,
  stored: StoredRows,
  lang: Language,
): JerseyChoices {
  const { league, competition_id, season_id, team_id } = chosen;
  const competitions = useMemberQuery(competitionChoices(isLeague(league) ? league : undefined));
  const seasons = useMemberQuery(seasonChoices());
  const fitting = useFittingSeasons(seasons.data, competition_id, season_id);
  const brands = useMemberQuery(brandChoices());
  const teams = useMemberQuery(teamChoices(competition_id, season_id));
  // The participations of old seasons are incomplete.
  const isMissing = team_id !== "" && !teams.data?.some(({ id }) => id === team_id);
  const { data: own } = useMemberQuery(chosenTeam(isMissing ? team_id : undefined));
  return {
    competitions: withStored(
      competitions.data
        ?.toSorted(priorityOrder(lang, (row) => competitionName(row, lang)))
        .map((row) => ({ value: row.id, label: competitionName(row, lang) })),
      competition_id === stored.competition_id && {
        value: competition_id,
        label: competitionName(stored.competition, lang),
      },
    ),
    seasons: withStored(
      fitting.map(({ id, name }) => ({ value: id, label: seasonInWords(name, lang) })),
      { value: stored.season_id, label: seasonInWords(stored.season.name, lang) },
    ),
    brands: withStored(
      brands.data?.toSorted(priorityOrder(lang, ({ name }) => name)).map(asOption),
      stored.brand_id !== null && { value: stored.brand_id, label: stored.brand ?? "" },
    ),
    teams: withStored(
      [...(teams.data ?? []), ...(isMissing && own ? [own] : [])].map((team) => ({
        value: team.id,
        label: teamName(team, team.competition, lang),
      })),
      team_id !== "" && team_id === stored.team_id && { value: team_id, label: stored.team },
    ).sort(nameOrder(lang, ({ label }) => label)),
  };
}

const asOption = ({ id, name }: { id: string; name: string }): Option => ({
  value: id,
  label: name,
});

/** A stored row may be inactive. */
function withStored(list: Option[] = [], stored: Option | false): Option[] {
  const isListed = !stored || list.some(({ value }) => value === stored.value);
  return isListed ? list : [stored, ...list];
}
