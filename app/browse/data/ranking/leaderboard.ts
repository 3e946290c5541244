import type { Board, Standing } from "../../../shared/domain/leaderboard.ts";
import type { JerseySummary } from "../../../shared/domain/jersey.ts";
import type { League } from "../../../shared/domain/leagues.ts";
import type { Language } from "../../../shared/i18n/languages.ts";
import type { Client } from "../../../shared/data/client.ts";
import { jerseysByIds } from "../../../shared/data/jerseys/by-ids.ts";

export interface RankedJersey extends Standing {
  place: number;
  jersey: JerseySummary;
}

/** The best ranked jerseys of a board, or of all; see `public.leaderboard()`. */
export async function readLeaderboard(
  client: Client,
  board: Board | undefined,
  { lang, limit }: { lang: Language; limit: number },
): Promise<RankedJersey[]> {
  const wanted = board ?? { scope: "all", value: "" };
  const { data } = await client
    .rpc("leaderboard", { ...wanted, max_results: limit }, { get: true })
    .throwOnError();
  const jerseys = await jerseysOf(client, data, lang);
  return data.flatMap(({ place, jersey_id, upvotes, downvotes, best }) => {
    const jersey = jerseys.get(jersey_id ?? "");
    if (!jersey) return [];
    return [{ place: place ?? 0, jersey, upvotes: upvotes ?? 0, downvotes: downvotes ?? 0, best }];
  });
}

/** A jersey that rises, with its votes of the last 30 days: those for minus those against. */
export interface RisingJersey extends JerseySummary {
  recentVotes: number;
}

/** The jerseys that rise: of a league, or of all. */
export async function risingJerseys(
  client: Client,
  { lang, league, limit }: { lang: Language; league?: League | undefined; limit: number },
): Promise<RisingJersey[]> {
  const { data } = await client
    .rpc("rising_with_votes", { ...(league && { league }), max_results: limit }, { get: true })
    .throwOnError();
  const jerseys = await jerseysOf(client, data, lang);
  return data.flatMap(({ jersey_id, votes }) => {
    const jersey = jerseys.get(jersey_id ?? "");
    return jersey ? [{ ...jersey, recentVotes: votes ?? 0 }] : [];
  });
}

/** The jerseys of a ranking by their ids. */
function jerseysOf(
  client: Client,
  ranking: { jersey_id: string | null }[],
  lang: Language,
): Promise<Map<string, JerseySummary>> {
  const ids = ranking.flatMap(({ jersey_id }) => jersey_id ?? []);
  return jerseysByIds(client, ids, lang);
}
