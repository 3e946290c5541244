import { useState } from "react";
import { useTranslation } from "react-i18next";

import { toast } from "../../components/toast.ts";
import { browserClient } from "../../data/browser.ts";
import { decide, type Decision } from "../../data/moderation/decide.ts";
import { type moderationQueue, type QueuedJersey, queueKey } from "../../data/moderation/queue.ts";
import { queryClient } from "../../data/query-client.ts";
import { formatDateTime } from "../../i18n/format.ts";
import { useLanguage } from "../../i18n/use-language.ts";
import { type ModerationProblem, moderationProblem } from "./moderation-problem.ts";

/** The decision taken last, which the screen confirms. */
export interface Decided {
  jersey: QueuedJersey;
  decision: Decision;
}

type Queue = Awaited<ReturnType<NonNullable<ReturnType<typeof moderationQueue>["queryFn"]>>>;

/** Takes decisions, one at a time; a jersey leaves the queue when the database has agreed. */
export function useDecide() {
  const sayProblem = useProblemText();
  const [decided, setDecided] = useState<Decided>();
  const [busyId, setBusyId] = useState<string>();

  /** Whether the jersey has left the queue. */
  async function take(jersey: QueuedJersey, decision: Decision, note?: string): Promise<boolean> {
    setBusyId(jersey.id);
    try {
      await decide(await browserClient(), jersey.id, decision, note);
      setDecided({ jersey, decision });
    } catch (error) {
      const problem = moderationProblem(error);
      toast.error(sayProblem(problem));
      if (problem.kind !== "decided" && problem.kind !== "jersey_not_found") return false;
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

function useProblemText(): (problem: ModerationProblem) => string {
  const { t } = useTranslation("admin");
  const lang = useLanguage();
  return (problem) => {
    if (problem.kind !== "decided") return t(`errors.${problem.kind}`);
    return t(`errors.jersey_already_decided_${problem.status}`, {
      moderator: problem.moderator ?? t("errors.someone"),
      when: formatDateTime(problem.at, lang),
      note: problem.note ?? "",
    });
  };
}
