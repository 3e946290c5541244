import type { Client } from "../client.ts";

/** That a team takes part in a competition in a season. */
export interface TeamEntry {
  season_id: string;
  competition_id: string;
}

export interface KnownEntry extends TeamEntry {
  id: number;
}

export async function fetchTeamEntries(client: Client, teamId: string): Promise<KnownEntry[]> {
  const { data } = await client
    .from("team_seasons")
    .select("id, season_id, competition_id")
    .eq("team_id", teamId)
    .throwOnError();
  return data;
}

/**
 * Replaces a team's entries by those ticked. Only what was added or taken away is sent: what
 * another administrator entered in the meantime stays.
 */
export async function replaceTeamEntries(
  client: Client,
  teamId: string,
  { added, removed }: { added: TeamEntry[]; removed: KnownEntry[] },
): Promise<void> {
  if (removed.length > 0) {
    const ids = removed.map(({ id }) => id);
    await client.from("team_seasons").delete().in("id", ids).throwOnError();
  }
  if (added.length > 0) {
    await client
      .from("team_seasons")
      .upsert(
        added.map((entry) => ({ ...entry, team_id: teamId })),
        { onConflict: "season_id,competition_id,team_id", ignoreDuplicates: true },
      )
      .throwOnError();
  }
}
