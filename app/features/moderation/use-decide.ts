import { useState } from "react";
import { useTranslation } from "react-i18next";

import { toast } from "../../components/toast.ts";
import { useMemberMutation } from "../../data/member-mutation.ts";
import { decide, type Decision } from "../../data/moderation/decide.ts";
import { moderationKeys } from "../../data/moderation/keys.ts";
import type { moderationQueue, QueuedJersey } from "../../data/moderation/queue.ts";
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

interface Ruling extends Decided {
  note: string | undefined;
}

/** Takes decisions; a jersey leaves the queue when the database has agreed. */
export function useDecide() {
  const problemText = useProblemText();
  const [decided, setDecided] = useState<Decided>();
  const { mutateAsync, isPending, variables } = useMemberMutation({
    write: (client, { jersey, decision, note }: Ruling) =>
      decide(client, jersey.id, decision, note),
    onSuccess: (_, { jersey, decision }) => {
      setDecided({ jersey, decision });
      leaveQueue(jersey.id);
    },
    onError: (error, { jersey }) => {
      toast.error(problemText(moderationProblem(error)));
      if (hasLeft(error)) leaveQueue(jersey.id);
    },
  });

  /** Whether the jersey has left the queue. */
  const take = (jersey: QueuedJersey, decision: Decision, note?: string): Promise<boolean> =>
    mutateAsync({ jersey, decision, note }).then(() => true, hasLeft);

  return { take, decided, busyId: isPending ? variables.jersey.id : undefined };
}

/** Whether a decision failed because another administrator was faster. */
function hasLeft(error: unknown): boolean {
  const { kind } = moderationProblem(error);
  return kind === "decided" || kind === "jersey_not_found";
}

/** Out of the list at once; the next ones come with the answer. */
function leaveQueue(id: string): void {
  queryClient.setQueriesData<Queue>({ queryKey: moderationKeys.queue }, (queue) => {
    const jerseys = queue?.jerseys.filter((jersey) => jersey.id !== id);
    if (!queue || !jerseys || jerseys.length === queue.jerseys.length) return queue;
    return { jerseys, count: queue.count - 1 };
  });
  void queryClient.invalidateQueries({ queryKey: moderationKeys.queue });
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
