import type { League } from "../../domain/leagues.ts";
import type { Client } from "../client.ts";

export interface Counts {
  competitions: number;
  teams: number;
  jerseys: number;
}

/** The groups in which public jerseys are counted. */
export type Counted =
  | { kind: "all" }
  | { kind: "league"; key: League }
  | { kind: "competition" | "team"; key: string };

/** The exact numbers of public rows in the catalogue. */
export async function readCounts(client: Client): Promise<Counts> {
  const exact = { count: "exact", head: true } as const;
  const [competitions, teams, jerseys] = await Promise.all([
    client.from("competitions").select("id", exact).eq("is_active", true).throwOnError(),
    client.from("teams").select("id", exact).eq("is_active", true).throwOnError(),
    countJerseys(client, { kind: "all" }),
  ]);
  return { competitions: competitions.count ?? 0, teams: teams.count ?? 0, jerseys };
}

/** The number of these public jerseys, as the worker counted them last. */
export async function countJerseys(client: Client, counted: Counted): Promise<number> {
  const { data } = await client
    .from("jersey_counts")
    .select("jerseys")
    .eq("kind", counted.kind)
    .eq("key", "key" in counted ? counted.key : "")
    .maybeSingle()
    .throwOnError();
  return data?.jerseys ?? 0;
}
