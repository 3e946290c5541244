import { Eye, EyeOff } from "lucide-react";
import { useImperativeHandle, useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { toast } from "../../shared/components/toast.ts";
import { StaleRowError } from "../../shared/data/database-error.ts";
import { isDone, useMemberMutation } from "../../shared/data/member-mutation.ts";
import { leaveQueue, type WaitingComment } from "../data/review/queue.ts";
import { reviewKeys } from "../data/review/keys.ts";
import { decideOnComment, returnToQueue } from "../data/review/reports.ts";
import { queryClient } from "../../shared/data/query-client.ts";
import HideDialog from "./hide-dialog.tsx";
import { DecisionBar, type OpenedProps } from "./parts.tsx";
import { useReviewProblem } from "./use-review-problem.ts";
import { useTitle } from "./use-title.ts";

/** A comment that waits: a member's first one with a link, or a hidden one that its author corrected. */
export function OpenedComment({
  row,
  keysRef,
  isGone,
  notice,
  onNext,
  onDecided,
}: OpenedProps & { row: WaitingComment }) {
  const { t } = useTranslation(["review", "memberFile"]);
  const problemText = useReviewProblem();
  const title = useTitle()(row);
  /** The version for whose hiding a reason is asked: the dialog covers a later one. */
  const [asking, setAsking] = useState<WaitingComment>();
  const { mutateAsync, isPending } = useMemberMutation({
    write: (client, { seen, reason }: { seen: WaitingComment; reason: string | null }) =>
      decideOnComment(client, seen, reason),
    onSuccess: (_, { reason }) => {
      onDecided(
        [row.id],
        t(reason === null ? "memberFile:shownOne" : "memberFile:hiddenOne", { title }),
        async (client) => {
          await returnToQueue(client, row.id);
          return true;
        },
      );
      leaveQueue([row.id]);
    },
    onError: (error) => {
      // The new version comes into view.
      if (error instanceof StaleRowError) setAsking(undefined);
      toast.error(error instanceof StaleRowError ? t("review:commentChanged") : problemText(error));
      void queryClient.invalidateQueries({ queryKey: reviewKeys.all });
    },
  });
  const show = () => void mutateAsync({ seen: row, reason: null }).catch(() => undefined);
  const ask = () => setAsking(row);
  useImperativeHandle(keysRef, () => (isGone ? {} : { a: show, r: ask }));
  return (
    <>
      <blockquote className="border-l-2 border-line pl-3 whitespace-pre-wrap wrap-anywhere">
        {row.detail.comment}
      </blockquote>
      <DecisionBar
        left={isGone ? onNext : undefined}
        isBusy={isPending}
        buttons={[
          { label: t("memberFile:show"), Icon: Eye, onPress: show, letter: "a" },
          { label: t("memberFile:hide", { count: 1 }), Icon: EyeOff, onPress: ask, letter: "r" },
        ]}
        notice={notice}
      />
      {asking && (
        <HideDialog
          draftKey={row.id}
          isBusy={isPending}
          onHide={(reason) => isDone(mutateAsync({ seen: asking, reason }))}
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  );
}
