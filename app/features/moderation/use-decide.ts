import { useState } from "react";

import { toast } from "../../components/toast.ts";
import { browserClient } from "../../data/browser.ts";
import { decide, type Decision } from "../../data/moderation/decide.ts";
import { type moderationQueue, type QueuedJersey, queueKey } from "../../data/moderation/queue.ts";
import { databaseProblem } from "../../data/database-error.ts";
import { queryClient } from "../../data/query-client.ts";
import { errorKey, firstDecision, useProblemText } from "./use-problem-text.ts";

/** The decision taken last, which the screen confirms. */
export interface Decided {
  jersey: QueuedJersey;
  decision: Decision;
}

type Queue = Awaited<ReturnType<NonNullable<ReturnType<typeof moderationQueue>["queryFn"]>>>;

/** Takes decisions, one at a time; a jersey leaves the queue when the database has agreed. */
export function useDecide() {
  const problemText = useProblemText();
  const [decided, setDecided] = useState<Decided>();
  const [busyId, setBusyId] = useState<string>();

  /** Whether the jersey has left the queue. */
  async function take(jersey: QueuedJersey, decision: Decision, note?: string): Promise<boolean> {
    setBusyId(jersey.id);
    try {
      await decide(await browserClient(), jersey.id, decision, note);
      setDecided({ jersey, decision });
    } catch (error) {
      const problem = databaseProblem(error);
      toast.error(problemText(problem));
      if (!firstDecision(problem) && errorKey(problem) !== "jersey_not_found") return false;
    } finally {
      setBusyId(undefined);
    }
    leaveQueue(jersey.id);
    return true;
  }

  return { take, decided, busyId };
}

/** Out of the list at once; the next ones come with the answer. */
function leaveQueue(id: string): void {
  queryClient.setQueriesData<Queue>({ queryKey: queueKey }, (queue) => {
    const jerseys = queue?.jerseys.filter((jersey) => jersey.id !== id);
    if (!queue || !jerseys || jerseys.length === queue.jerseys.length) return queue;
    return { jerseys, count: queue.count - 1 };
  });
  void queryClient.invalidateQueries({ queryKey: queueKey });
}
