import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import { toast } from "../../shared/components/toast.ts";
import { undoNext } from "../data/history/undo.ts";
import { useMemberMutation } from "../../shared/data/member-mutation.ts";
import { readAgain } from "../data/review/queue.ts";
import { useProblemText } from "../../shared/data/problem-words.ts";
import { PRESET_REASONS } from "../../shared/i18n/preset-reasons.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";

/** As long as the message with the button; the database waits two seconds longer before it tells anybody. */
const UNDO_MS = 10_000;

interface Undoable {
  batchId: string;
  rowId: string;
  title: string;
}

/** Of the one message about the last decision: what is undone isn't offered any more. */
const MESSAGE = "decision";

/** Offers to undo the last decision for some seconds, by a button in its message or by a key. */
export function useUndoLastDecision({ onBack }: { onBack: (rowId: string) => void }) {
  const { t } = useTranslation("review");
  const lang = useLanguage();
  const problemText = useProblemText("suggestions:errors");
  const [last, setLast] = useState<Undoable>();
  const { mutate } = useMemberMutation({
    write: (client, { batchId }: Undoable) =>
      undoNext(client, { batch_id: batchId }, PRESET_REASONS[lang].mistake),
    onMutate: () => setLast(undefined),
    onSuccess: ({ undone }, { rowId, title }) => {
      readAgain();
      if (undone === 0) return toast.error(t("undo.stays"));
      toast.success(t("undo.done", { title }), undefined, MESSAGE);
      onBack(rowId);
    },
    onError: (error) => toast.error(problemText(error)),
  });

  useEffect(() => {
    if (!last) return;
    const timer = setTimeout(() => setLast(undefined), UNDO_MS);
    return () => clearTimeout(timer);
  }, [last]);

  return {
    last: last && (() => mutate(last)),
    /** Confirms a decision; without a batch it can't be undone. */
    offer(message: string, batchId: string | null, rowId: string, title: string) {
      const undoable = batchId === null ? undefined : { batchId, rowId, title };
      setLast(undoable);
      toast.success(
        message,
        undoable && {
          label: t("undo.button"),
          onClick: () => mutate(undoable),
          duration: UNDO_MS,
        },
        MESSAGE,
      );
    },
  };
}
