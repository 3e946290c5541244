import type { Client } from "../../../shared/data/client.ts";

/** The seasons in which a competition has a line-up or a public jersey, newest first. */
export async function competitionSeasons(client: Client, competitionId: string) {
  const { data } = await client
    .rpc("competition_seasons", { competition_id: competitionId }, { get: true })
    .select("id, code, name")
    .order("code", { ascending: false })
    .throwOnError();
  return data;
}
