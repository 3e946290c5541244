import type { Color } from "../../../shared/domain/colors.ts";
import type { Client } from "../../../shared/data/client.ts";

/** The main colours of a team's shirts in ten years, the most frequent first. */
export interface DecadeColors {
  decade: number;
  colors: { color: Color; kits: number }[];
}

/** A team's colours by decade, the oldest first. */
export async function teamColors(client: Client, teamId: string): Promise<DecadeColors[]> {
  const { data } = await client
    .rpc("team_colors", { team_id: teamId }, { get: true })
    .throwOnError();
  // Rows of a function have no column that is known not to be null.
  const rows = data as { decade: number; color: Color; kits: number }[];
  const decades = Map.groupBy(rows, ({ decade }) => decade);
  return [...decades]
    .sort(([a], [b]) => a - b)
    .map(([decade, worn]) => ({
      decade,
      colors: worn
        .map(({ color, kits }) => ({ color, kits }))
        .sort((one, other) => other.kits - one.kits),
    }));
}
