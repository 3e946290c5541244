import { seasonInWords } from "../../../shared/i18n/season-in-words.ts";
import type { Client } from "../../../shared/data/client.ts";
import { listCompetitions } from "../../data/competitions/competitions.ts";
import { readLineUps, readLineUpSizes, seasonsWithEntries } from "../../data/seasons/seasons.ts";
import { localCompetition, localLineUp } from "../../../shared/i18n/catalogue-names.ts";
import type { Language } from "../../../shared/i18n/languages.ts";
import type { League } from "../../../shared/domain/leagues.ts";

/** Number of competitions per league, the most important ones (docs/product/browse.md 3.16). */
const MOST_PER_LEAGUE = 10;

/**
 * Reads the most important competitions, all or of one league, with the number of their teams in a season; the
 * first of each league with the teams themselves. Without a season, or
 * with an unknown code, each competition has the teams of its own newest season.
 */
export async function readSeason(
  client: Client,
  { code, league, lang }: { code: string | null; league: League | undefined; lang: Language },
) {
  const [seasons, all] = await Promise.all([
    seasonsWithEntries(client),
    listCompetitions(client, league),
  ]);
  const season = seasons.find((offered) => offered.code === code);
  const ofLeague = Map.groupBy(all, (competition) => competition.league);
  const competitions = [...ofLeague.values()].flatMap((them) => them.slice(0, MOST_PER_LEAGUE));
  const idsOf = (them: readonly { id: string }[]) => them.map(({ id }) => id);
  const firsts = new Set(idsOf([...ofLeague.values()].flatMap((them) => them.slice(0, 1))));
  const [sizes, entries] = await Promise.all([
    readLineUpSizes(client, { competitionIds: idsOf(competitions), seasonId: season?.id }),
    readLineUps(client, { competitionIds: [...firsts], seasonId: season?.id }),
  ]);
  const sizeOf = new Map(sizes.map((size) => [size.competition_id, size]));
  const entriesOf = Map.groupBy(entries, (entry) => entry.competition_id);
  return {
    season: season?.code,
    more: [...ofLeague].flatMap(([one, them]) => (them.length > MOST_PER_LEAGUE ? [one] : [])),
    seasons: seasons.map(({ code, name }) => ({ code, name: seasonInWords(name, lang) })),
    competitions: competitions.map((competition) => {
      const size = sizeOf.get(competition.id);
      const shown = seasons.find(({ id }) => id === size?.season_id);
      return {
        competition: localCompetition(competition, lang),
        season: shown && { code: shown.code, name: seasonInWords(shown.name, lang) },
        count: size?.teams ?? 0,
        ...(firsts.has(competition.id) && {
          teams: localLineUp(entriesOf.get(competition.id) ?? [], competition, lang),
        }),
      };
    }),
  };
}
