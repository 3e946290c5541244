import type { Standing } from "../../../shared/domain/leaderboard.ts";
import type { Client } from "../../../shared/data/client.ts";

/** Where public jerseys stand in the ranking, by id; see `public.standings_of()`. */
export async function standingsOf(
  client: Client,
  ids: readonly string[],
): Promise<Map<string, Standing>> {
  if (ids.length === 0) return new Map();
  const { data } = await client
    .rpc("standings_of", { jersey_ids: [...ids] }, { get: true })
    .throwOnError();
  return new Map(
    data.map(({ jersey_id, upvotes, downvotes, best }) => [
      jersey_id ?? "",
      { upvotes: upvotes ?? 0, downvotes: downvotes ?? 0, best },
    ]),
  );
}
