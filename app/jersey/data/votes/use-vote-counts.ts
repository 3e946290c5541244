import { useEffect, useSyncExternalStore } from "react";

import type { Vote } from "../../../shared/domain/vote.ts";
import { hasStoredSession } from "../../../shared/data/browser.ts";
import { useSession } from "../../../shared/session/use-session.ts";
import type { VoteState } from "./votes.ts";

type MemberVotes = typeof import("./member-votes.ts");

let loading: Promise<MemberVotes> | undefined;
let loaded: MemberVotes | undefined;
const listeners = new Set<() => void>();

const publish = () => {
  for (const listener of listeners) listener();
};

function memberVotes(): Promise<MemberVotes> {
  loading ??= import("./member-votes.ts").then((votes) => {
    loaded = votes;
    votes.store.onChange = publish;
    return votes;
  });
  // A failed download (offline) must not be cached.
  loading.catch(() => (loading = undefined));
  return loading;
}

// Beside the client, which a stored session loads too.
if (typeof document !== "undefined" && hasStoredSession()) void memberVotes();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
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
    if (!member) return loaded?.store.setVoter(undefined);
    let isCurrent = true;
    const readVotes = async () => {
      const { store } = await memberVotes();
      if (!isCurrent) return;
      store.setVoter(member);
      store.want(id);
    };
    // The page stays as rendered; a click loads again.
    readVotes().catch((error: unknown) => console.error("votes could not be read", error));
    return () => {
      isCurrent = false;
    };
  }, [member, id]);
  const known = useSyncExternalStore(
    subscribe,
    () => loaded?.store.voteState(id),
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
  const votes = await memberVotes();
  await votes.castVote(voterId, jerseyId, choose);
}

/** Reads the votes of the page's jerseys again: an import has voted. */
export function refreshVotes(): void {
  loaded?.store.refresh();
}
