import { useCallback, useSyncExternalStore } from "react";

import { hasStoredSession } from "../../../shared/data/browser.ts";
import { useSession } from "../../../shared/session/use-session.ts";
import type { VoteState } from "./votes.ts";

let loaded: typeof import("./member-votes.ts") | undefined;

/** Late: only members need the query library behind it. */
const memberVotes = async () => (loaded ??= await import("./member-votes.ts"));

// Beside the client, which a stored session loads too.
if (typeof document !== "undefined" && hasStoredSession()) memberVotes().catch(() => {});

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
  const watch = useCallback(
    (show: () => void) => {
      let end = () => {};
      let isOver = false;
      const begin = async (voter: string) => {
        const { watchVote } = await memberVotes();
        if (!isOver) end = watchVote(voter, id, show);
      };
      if (member) {
        // The page stays as rendered; a press loads again.
        begin(member).catch((error: unknown) => console.error("votes could not be read", error));
      }
      return () => {
        isOver = true;
        end();
      };
    },
    [member, id],
  );
  const known = useSyncExternalStore(
    watch,
    () => member && loaded?.knownVote(member, id),
    () => undefined,
  );
  return known || { vote: null, upvotes, downvotes };
}

/** Casts the signed-in member's vote, as `castVote` in member-votes.ts. */
export async function castVote(
  ...vote: Parameters<Awaited<ReturnType<typeof memberVotes>>["castVote"]>
): Promise<void> {
  return (await memberVotes()).castVote(...vote);
}
