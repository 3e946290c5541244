import { useEffect, useSyncExternalStore } from "react";

import type { Vote } from "../../domain/vote.ts";
import { browserClient } from "../browser.ts";
import { onMemberChange, useSession } from "../session/use-session.ts";
import { VoteStore } from "./vote-store.ts";
import { type VoteState, readVoteStates, writeVote } from "./votes.ts";

const store = new VoteStore({
  read: async (voterId, ids) => {
    const client = await browserClient();
    // A session that can't be renewed now is shown, but sends no requests as a visitor.
    const { data } = await client.auth.getSession();
    return data.session ? readVoteStates(client, voterId, ids) : new Map();
  },
  write: async (voterId, id, vote) => writeVote(await browserClient(), voterId, id, vote),
});

// At once, without waiting for the next page with a jersey.
onMemberChange(() => store.setVoter(undefined));

/** The browser's other tabs, whose pages show the same jerseys. None on the server. */
const tabs = typeof window === "undefined" ? undefined : new BroadcastChannel("maillotheque.votes");
tabs?.addEventListener("message", ({ data }: MessageEvent<string>) => store.refresh(data));

// The member may have voted on another device meanwhile.
if (typeof document !== "undefined") {
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") store.refresh();
  });
}

/**
 * A jersey's counters and the member's own vote. For visitors, and until the member's votes have
 * been read, as the page was rendered.
 */
export function useVoteCounts(jersey: {
  id: string;
  upvotes: number;
  downvotes: number;
}): VoteState {
  const session = useSession();
  const member = session.status === "member" ? session.user.id : undefined;
  const { id, upvotes, downvotes } = jersey;
  useEffect(() => {
    store.setVoter(member);
    if (member) store.want(id);
  }, [member, id]);
  const known = useSyncExternalStore(
    store.subscribe,
    () => store.voteState(id),
    () => undefined,
  );
  return known ?? { vote: null, upvotes, downvotes };
}

/** Casts the signed-in member's vote; see `VoteStore.cast`. */
export async function castVote(
  voterId: string,
  jerseyId: string,
  choose: (current: Vote | null) => Vote | null,
): Promise<void> {
  store.setVoter(voterId);
  await store.cast(jerseyId, choose);
  tabs?.postMessage(jerseyId);
}

/** Reads the votes of the page's jerseys again: an import has voted. */
export function refreshVotes(): void {
  store.refresh();
}
