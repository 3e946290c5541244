import { useEffect, useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { toast } from "../../shared/components/toast.ts";
import { useMemberMutation } from "../../shared/data/member-mutation.ts";
import { readAgain } from "../data/review/queue.ts";
import { useProblemText } from "../../shared/data/problem-words.ts";
import type { UndoDecision } from "./parts.tsx";

/** As long as the message with the button; the database waits two seconds longer before it tells anybody. */
const UNDO_MS = 10_000;

interface Undoable {
  undo: UndoDecision;
  rowId: string;
  title: string;
  /** Pressing the button closes the message, and with it whatever would take its place. */
  isMessageClosed?: true;
}

/** Of the one message about the last decision: what is undone isn't offered any more. */
const MESSAGE = "decision";

/** Offers to undo the last decision for some seconds, by a button in its message or by a key. */
export function useUndoLastDecision({ onBack }: { onBack: (rowId: string) => void }) {
  const { t } = useTranslation("review");
  const problemText = useProblemText("review:errors", "suggestions:errors");
  const [last, setLast] = useState<Undoable>();
  /** Why a key undoes nothing. */
  const [why, setWhy] = useState<"undo.none" | "undo.urgent">("undo.none");
  const { mutate } = useMemberMutation({
    write: (client, { undo }: Undoable) => undo(client),
    onMutate: () => setLast(undefined),
    onSuccess: (isUndone, { rowId, title, isMessageClosed }) => {
      readAgain();
      if (!isUndone) return toast.error(t("errors.undo_stays"));
      toast.success(t("undo.done", { title }), undefined, isMessageClosed ? undefined : MESSAGE);
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
    /** Undoes it, or says why not. */
    last: () => (last ? mutate(last) : toast.error(t(why))),
    /** Confirms a decision; what this reviewer may not undo was urgent. */
    offer(message: string, undo: UndoDecision | undefined, rowId: string, title: string) {
      const undoable = undo && { undo, rowId, title };
      setLast(undoable);
      setWhy(undoable ? "undo.none" : "undo.urgent");
      toast.success(
        message,
        undoable && {
          label: t("undo.button"),
          onClick: () => mutate({ ...undoable, isMessageClosed: true }),
          duration: UNDO_MS,
        },
        MESSAGE,
      );
    },
  };
}
