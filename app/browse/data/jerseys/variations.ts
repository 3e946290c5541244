import type { Client } from "../../../shared/data/client.ts";

/** The team behind a slug: its name as the jerseys spell it, and its row if it has one. */
export async function wearerOf(client: Client, teamSlug: string) {
  const { data } = await client
    .from("jerseys")
    .select("team, team_id, league, teams(colors, country, competition:competitions(slug))")
    .eq("team_slug", teamSlug)
    .eq("status", "approved")
    .eq("is_active", true)
    .order("score", { ascending: false })
    .limit(1)
    .maybeSingle()
    .throwOnError();
  return data;
}
