import type { Vote } from "../../../shared/domain/vote.ts";
import type { Client } from "../../../shared/data/client.ts";

export interface VoteState {
  /** The member's own vote. */
  vote: Vote | null;
  upvotes: number;
  downvotes: number;
}

/**
 * The member's votes on these jerseys with current counters: the page's counters may come from a
 * cache that is older than the vote. Leaves out jerseys that the member can't see.
 */
export async function readVoteStates(
  client: Client,
  voterId: string,
  jerseyIds: string[],
): Promise<Map<string, VoteState>> {
  const { data } = await client
    .from("jerseys")
    .select("id, upvotes, downvotes, jersey_votes(vote)")
    .in("id", jerseyIds)
    // Administrators can read everyone's.
    .eq("jersey_votes.voter_id", voterId)
    .throwOnError();
  return new Map(
    data.map(({ id, upvotes, downvotes, jersey_votes }) => [
      id,
      { vote: jersey_votes[0]?.vote ?? null, upvotes, downvotes },
    ]),
  );
}

/** Stores the member's vote on a jersey; null removes it. */
export async function writeVote(
  client: Client,
  voterId: string,
  jerseyId: string,
  vote: Vote | null,
): Promise<void> {
  const votes = client.from("jersey_votes");
  if (vote) {
    await votes.upsert({ jersey_id: jerseyId, voter_id: voterId, vote }).throwOnError();
  } else {
    await votes.delete().match({ jersey_id: jerseyId, voter_id: voterId }).throwOnError();
  }
}
