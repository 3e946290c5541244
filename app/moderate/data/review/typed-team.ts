import type { Client } from "../../../shared/data/client.ts";

/** Gives a submission whose team was typed a team of the catalogue; without one, adds that team to it. */
export async function adoptTeam(client: Client, jerseyId: string, teamId?: string): Promise<void> {
  await client
    .rpc("adopt_team", { jersey_id: jerseyId, ...(teamId && { team_id: teamId }) })
    .throwOnError();
}
