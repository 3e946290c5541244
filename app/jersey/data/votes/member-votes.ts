import type { Vote } from "../../../shared/domain/vote.ts";
import { browserClient } from "../../../shared/data/browser.ts";
import { onMemberChange } from "../../../shared/session/use-session.ts";
import { VoteStore } from "./vote-store.ts";
import { readVoteStates, writeVote } from "./votes.ts";

/** The votes of this browser's member. Loaded late: visitors have none (`use-vote-counts.ts`). */
export const store = new VoteStore({
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

/** The browser's other tabs, whose pages show the same jerseys. */
const tabs = new BroadcastChannel("maillotheque.votes");
tabs.addEventListener("message", ({ data }: MessageEvent<string>) => store.refresh(data));

// The member may have voted on another device meanwhile.
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") store.refresh();
});

/** Casts the signed-in member's vote; see `VoteStore.cast`. */
export async function castVote(
  voterId: string,
  jerseyId: string,
  choose: (current: Vote | null) => Vote | null,
): Promise<void> {
  store.setVoter(voterId);
  await store.cast(jerseyId, choose);
  tabs.postMessage(jerseyId);
}
