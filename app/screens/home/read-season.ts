import type { Client } from "../../data/client.ts";
import { listCompetitions } from "../../data/competitions/competitions.ts";
import { seasonEntries, seasonsWithEntries } from "../../data/seasons/seasons.ts";
import { localCompetition, teamName } from "../../i18n/catalogue-names.ts";
import type { Language } from "../../i18n/languages.ts";
import type { League } from "../../domain/leagues.ts";

/**
 * Reads the competitions, all or of one league, with their teams of a season. An unknown code
 * yields the newest season.
 */
export async function readSeason(
  client: Client,
  { code, league, lang }: { code: string | null; league: League | undefined; lang: Language },
) {
  const [seasons, competitions] = await Promise.all([
    seasonsWithEntries(client),
    listCompetitions(client, league),
  ]);
  const season = seasons.find((offered) => offered.code === code) ?? seasons[0];
  const entries = season ? await seasonEntries(client, season.id) : [];
  return {
    season: season?.code,
    seasons: seasons.map(({ code, name }) => ({ code, name })),
    competitions: competitions.map((competition) => ({
      competition: localCompetition(competition, lang),
      teams: entries
        .filter((entry) => entry.competition_id === competition.id)
        .flatMap(({ team }) => [team.id, teamName(team, competition, lang)]),
    })),
  };
}
