import type { Client } from "../../../shared/data/client.ts";

/** A team takes part in a competition in a season. */
export interface Participation {
  season_id: string;
  competition_id: string;
}

export interface StoredParticipation extends Participation {
  id: number;
  team_id: string;
}

export async function listParticipations(
  client: Client,
  teamId: string,
): Promise<StoredParticipation[]> {
  const { data } = await client
    .from("team_seasons")
    .select("id, team_id, season_id, competition_id")
    .eq("team_id", teamId)
    .throwOnError();
  return data;
}

/**
 * Replaces a team's participations by the ticked ones. Sends only the differences: participations
 * that another administrator added meanwhile stay.
 */
export async function replaceParticipations(
  client: Client,
  teamId: string,
  { added, removed }: { added: Participation[]; removed: StoredParticipation[] },
): Promise<void> {
  if (removed.length > 0) {
    const ids = removed.map(({ id }) => id);
    await client.from("team_seasons").delete().in("id", ids).throwOnError();
  }
  if (added.length > 0) {
    await client
      .from("team_seasons")
      .upsert(
        added.map((participation) => ({ ...participation, team_id: teamId })),
        { onConflict: "season_id,competition_id,team_id", ignoreDuplicates: true },
      )
      .throwOnError();
  }
}
