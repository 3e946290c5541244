import { queryOptions } from "@tanstack/react-query";

import { createBatchLoader } from "../../../shared/data/batch-loader.ts";
import { browserClient } from "../../../shared/data/browser.ts";
import { AT_ONCE } from "../../../shared/data/in-steps.ts";
import { isLastWrite, runMemberMutation } from "../../../shared/data/member-mutation.ts";
import { watchMemberQuery } from "../../../shared/data/member-query.ts";
import { queryClient } from "../../../shared/data/query-client.ts";
import { recounted, type Vote } from "../../../shared/domain/vote.ts";
import { voteKeys } from "./keys.ts";
import { readVoteStates, type VoteState, writeVote } from "./votes.ts";

// Loaded late: visitors have no votes (`use-vote-counts.ts`).

/** As shown, and the vote that the database has: it differs while a vote is on its way. */
interface MemberVote extends VoteState {
  stored: Vote | null;
}

/** The votes of a page's jerseys are read in one request. */
const readVote = createBatchLoader(async (ids: string[]) => {
  const client = await browserClient();
  // A session that can't be renewed now is shown, but sends no requests as a visitor.
  const { data } = await client.auth.getSession();
  return data.session
    ? readVoteStates(client, data.session.user.id, ids)
    : new Map<string, VoteState>();
}, AT_ONCE);

/** The member's vote on a jersey; null of one that they can't see. */
const memberVote = (voterId: string, jerseyId: string) =>
  queryOptions({
    queryKey: voteKeys.one(jerseyId, voterId),
    queryFn: async (): Promise<MemberVote | null> => {
      const state = await readVote(jerseyId);
      return state ? { ...state, stored: state.vote } : null;
    },
    // The page is older than the member's vote. On a return to the tab, they may have voted on another device.
    staleTime: 0,
    // A page without them stays as rendered, and a press reads again.
    retry: false,
    networkMode: "always",
  });

/** The member's vote on a jersey; undefined until it is read. */
export function knownVote(voterId: string, jerseyId: string): VoteState | undefined {
  return queryClient.getQueryData(memberVote(voterId, jerseyId).queryKey) ?? undefined;
}

/** Reads a jersey's vote and calls back after each change. Returns a function that ends it. */
export function watchVote(voterId: string, jerseyId: string, show: () => void): () => void {
  return watchMemberQuery(memberVote(voterId, jerseyId), show);
}

/** The browser's other tabs, whose pages show the same jerseys. */
const tabs = new BroadcastChannel("maillotheque.votes");
tabs.addEventListener("message", ({ data }: MessageEvent<string>) =>
  queryClient.invalidateQueries({ queryKey: voteKeys.of(data) }),
);

/**
 * Makes `choose(current vote)` the member's vote: at once on screen, then in the database. Choices made during a write
 * are written after it, the last one only. If it can't be written, the screen shows the database's vote again.
 */
export async function castVote(
  voterId: string,
  jerseyId: string,
  choose: (current: Vote | null) => Vote | null,
): Promise<void> {
  const query = memberVote(voterId, jerseyId);
  const { queryKey } = query;
  const read = queryClient.getQueryData(queryKey) ?? (await queryClient.fetchQuery(query));
  if (!read) throw new Error(`jersey ${jerseyId} can't be voted on`);
  const scope = { id: `vote ${jerseyId}` };
  const change = (next: (known: MemberVote) => Pick<MemberVote, "vote" | "stored">) =>
    queryClient.setQueryData(queryKey, (known) => {
      if (!known) return known;
      const { vote, stored } = next(known);
      return { vote, stored, ...recounted(known, known.vote, vote) };
    });
  let chosen: Vote | null = null;
  await runMemberMutation({
    scope,
    joins: true,
    onMutate: async () => {
      // An answer to what was asked before a vote, or during a write, is older than it.
      await queryClient.cancelQueries({ queryKey });
      // A press before may have changed it; a sign-in may have emptied the cache.
      chosen = choose((queryClient.getQueryData(queryKey) ?? read).vote);
      change(({ stored }) => ({ vote: chosen, stored }));
    },
    write: async (client) => {
      await writeVote(client, voterId, jerseyId, chosen);
      await queryClient.cancelQueries({ queryKey });
      change(({ vote }) => ({ vote: isLastWrite(scope) ? chosen : vote, stored: chosen }));
    },
    onError: () => {
      if (isLastWrite(scope)) change(({ stored }) => ({ vote: stored, stored }));
    },
  });
  tabs.postMessage(jerseyId);
}
