import { useState } from "react";

import { toast } from "../../components/toast.ts";
import { useMemberMutation } from "../../data/member-mutation.ts";
import { decide, type Decision, type DecisionDetails } from "../../data/moderation/decide.ts";
import { databaseProblem } from "../../data/database-error.ts";
import { moderationKeys } from "../../data/moderation/keys.ts";
import type { moderationQueue, QueuedJersey } from "../../data/moderation/queue.ts";
import { queryClient } from "../../data/query-client.ts";
import { errorKey, firstDecision, useProblemText } from "./use-problem-text.ts";

/** The last decision; the screen confirms it. */
export interface LastDecision {
  jersey: QueuedJersey;
  decision: Decision;
  /** True if some changes of an edit were refused. */
  isPart?: boolean;
}

type Queue = Awaited<ReturnType<NonNullable<ReturnType<typeof moderationQueue>["queryFn"]>>>;

interface Ruling extends LastDecision {
  details: DecisionDetails;
}

/** Decides on jerseys. A jersey leaves the queue after the database has accepted the decision. */
export function useDecide({ onApproved }: { onApproved: (jersey: QueuedJersey) => void }) {
  const problemText = useProblemText();
  const [decided, setDecided] = useState<LastDecision>();
  const { mutateAsync, isPending, variables } = useMemberMutation({
    write: (client, { jersey, decision, details }: Ruling) =>
      decide(client, jersey, decision, details),
    onSuccess: (_, { jersey, decision, details }) => {
      setDecided({ jersey, decision, isPart: details.refused !== undefined });
      if (decision === "approved") onApproved(jersey);
      leaveQueue(jersey.id);
    },
    onError: (error, { jersey, details }) => {
      // The dialog of corrections shows its errors beside the fields.
      if (!details.corrections || hasLeft(error)) toast.error(problemText(databaseProblem(error)));
      if (hasLeft(error)) leaveQueue(jersey.id);
      else void queryClient.invalidateQueries({ queryKey: moderationKeys.all });
    },
  });

  /** Resolves to true if the jersey has left the queue. */
  const take = (jersey: QueuedJersey, decision: Decision, note?: string): Promise<boolean> =>
    mutateAsync({ jersey, decision, details: note ? { note } : {} }).then(() => true, hasLeft);

  /** Accepts an edit but for some of its changes. Resolves to true if it has left the queue. */
  const takeParts = (jersey: QueuedJersey, refused: string[], note: string): Promise<boolean> =>
    mutateAsync({ jersey, decision: "approved", details: { refused, note } }).then(
      () => true,
      hasLeft,
    );

  /** @throws the error of the decision */
  const correct = async (
    jersey: QueuedJersey,
    corrections: NonNullable<DecisionDetails["corrections"]>,
  ): Promise<void> => {
    await mutateAsync({ jersey, decision: "approved", details: { corrections } });
  };

  return {
    take,
    takeParts,
    correct,
    decided,
    /** For a decision that is undone. */
    forget: () => setDecided(undefined),
    busyId: isPending ? variables.jersey.id : undefined,
  };
}

/** True if a decision failed because the jersey has been decided or deleted meanwhile. */
function hasLeft(error: unknown): boolean {
  const problem = databaseProblem(error);
  return firstDecision(problem) !== undefined || errorKey(problem) === "jersey_not_found";
}

/** Removes the jersey from the cached queue at once, then revalidates the queue. */
function leaveQueue(id: string): void {
  queryClient.setQueriesData<Queue>({ queryKey: moderationKeys.queue }, (queue) => {
    const jerseys = queue?.jerseys.filter((jersey) => jersey.id !== id);
    if (!queue || !jerseys || jerseys.length === queue.jerseys.length) return queue;
    return { jerseys, count: queue.count - 1 };
  });
  void queryClient.invalidateQueries({ queryKey: moderationKeys.queue });
  void queryClient.invalidateQueries({ queryKey: moderationKeys.waiting });
}
