import { useEffect, useSyncExternalStore } from "react";

import type { Vote } from "../../domain/vote.ts";
import { browserClient } from "../browser.ts";
import { onMemberChange, useSession } from "../session/use-session.ts";
import { VoteStore } from "./vote-store.ts";
import { type VoteState, readVoteStates, writeVote } from "./votes.ts";

const store = new VoteStore({
  read: async (voterId, ids) => {
    const client = await browserClient();
    // A session that can't be renewed just now is shown, but asks for nothing in a visitor's name.
    const { data } = await client.auth.getSession();
    return data.session ? readVoteStates(client, voterId, ids) : new Map();
  },
  write: async (voterId, id, vote) => writeVote(await browserClient(), voterId, id, vote),
});

// At once, not with the next page that shows a jersey.
onMemberChange(() => store.setVoter(undefined));

/** Other tabs of this browser, whose pages show the same jerseys. None on the server. */
const tabs = typeof window === "undefined" ? undefined : new BroadcastChannel("maillotheque.votes");
tabs?.addEventListener("message", ({ data }: MessageEvent<string>) => store.refresh(data));

// Who comes back from another device finds what was voted there.
if (typeof document !== "undefined") {
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") store.refresh();
  });
}

/**
 * A jersey's counters and the member's own vote. As the page was rendered until the member's
 * votes have been read, and for visitors.
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
