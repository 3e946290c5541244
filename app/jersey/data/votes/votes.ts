import type { Vote } from "../../../shared/domain/vote.ts";
import type { Client } from "../../../shared/data/client.ts";
import { offerShelves } from "./shelves-beside.ts";

export interface VoteState {
  /** The member's own vote. */
  vote: Vote | null;
  upvotes: number;
  downvotes: number;
}

/**
 * The member's votes on these jerseys with current counters: the page's counters may come from a
 * cache that is older than the vote. Their shelves come with them (`shelves-beside.ts`). Leaves out jerseys that the member can't see.
 */
export async function readVoteStates(
  client: Client,
  voterId: string,
  jerseyIds: string[],
): Promise<Map<string, VoteState>> {
  const read = client
    .from("jerseys")
    .select("id, upvotes, downvotes, jersey_votes(vote), user_collections(id), user_wishlists(id)")
    .in("id", jerseyIds)
    // Administrators can read everyone's.
    .eq("jersey_votes.voter_id", voterId)
    .throwOnError()
    .then(({ data }) => data);
  const shelvesOf = async () => {
    const shelved = (await read).map(({ id, user_collections, user_wishlists }) => {
      const shelves = {
        collection: user_collections.length > 0,
        wishlist: user_wishlists.length > 0,
      };
      return [id, shelves] as const;
    });
    return new Map(shelved);
  };
  offerShelves(jerseyIds, shelvesOf());
  const data = await read;
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
