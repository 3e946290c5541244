import type { Client } from "../client.ts";

export interface Counts {
  competitions: number;
  teams: number;
  jerseys: number;
}

/** How much the catalogue holds, exactly; only what is public counts. */
export async function readCounts(client: Client): Promise<Counts> {
  const exact = { count: "exact", head: true } as const;
  const [competitions, teams, jerseys] = await Promise.all([
    client.from("competitions").select("id", exact).eq("is_active", true).throwOnError(),
    client.from("teams").select("id", exact).eq("is_active", true).throwOnError(),
    client
      .from("jerseys")
      .select("id", exact)
      .eq("status", "approved")
      .eq("is_active", true)
      .throwOnError(),
  ]);
  return {
    competitions: competitions.count ?? 0,
    teams: teams.count ?? 0,
    jerseys: jerseys.count ?? 0,
  };
}
