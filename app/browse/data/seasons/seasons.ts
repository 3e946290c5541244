import type { Client } from "../../../shared/data/client.ts";

/** The active seasons, newest first. */
export async function listSeasons(client: Client) {
  const { data } = await client
    .from("seasons")
    .select("id, code, name")
    .eq("is_active", true)
    .order("code", { ascending: false })
    .throwOnError();
  return data;
}

export type Season = Awaited<ReturnType<typeof listSeasons>>[number];

interface LineUpQuery {
  competitionIds: string[];
  /** Without it, each competition's newest season that has participations. */
  seasonId: string | undefined;
}

const argumentsOf = ({ competitionIds, seasonId }: LineUpQuery) => ({
  competition_ids: competitionIds,
  ...(seasonId && { in_season: seasonId }),
});

/** The season and the number of active teams of every competition that has a line-up. */
export async function readLineUpSizes(client: Client, query: LineUpQuery) {
  if (query.competitionIds.length === 0) return [];
  const { data } = await client
    .rpc("line_up_sizes", argumentsOf(query), { get: true })
    .throwOnError();
  return data;
}
