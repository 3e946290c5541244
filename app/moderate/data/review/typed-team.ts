import { queryOptions } from "@tanstack/react-query";

import { browserClient } from "../../../shared/data/browser.ts";
import type { Client } from "../../../shared/data/client.ts";
import { reviewKeys } from "./keys.ts";

/** The teams of the catalogue that the typed one of a submission may be. */
export function teamsLike(jerseyId: string) {
  return queryOptions({
    queryKey: reviewKeys.teamsLike(jerseyId),
    queryFn: async () => {
      const client = await browserClient();
      const { data } = await client
        .rpc("teams_like", { jersey_id: jerseyId })
        .select("id, name, country, competition:competitions(name, slug)")
        .throwOnError();
      return data;
    },
  });
}

/** Gives a submission whose team was typed a team of the catalogue; without one, adds that team to it. */
export async function adoptTeam(client: Client, jerseyId: string, teamId?: string): Promise<void> {
  await client
    .rpc("adopt_team", { jersey_id: jerseyId, ...(teamId && { team_id: teamId }) })
    .throwOnError();
}
