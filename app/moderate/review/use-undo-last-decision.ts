import { useEffect, useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { toast } from "../../shared/components/toast.ts";
import { useMemberMutation } from "../../shared/data/member-mutation.ts";
import { readAgain } from "../data/review/queue.ts";
import { useProblemText } from "../../shared/data/problem-words.ts";
import type { UndoDecision } from "./parts.tsx";

/** The database waits two seconds longer before it tells anybody. */
const UNDO_MS = 10_000;

interface Last {
  /** What was decided, or undone. */
  message: string;
  /** Undefined if it can't be undone, by this reviewer or any more. */
  undo?: UndoDecision | undefined;
  rowId: string;
  title: string;
}

/** The last decision, for some seconds, with its undo by a button or a key. */
export function useUndoLastDecision({ onBack }: { onBack: (rowId: string) => void }) {
  const { t } = useTranslation("review");
  const problemText = useProblemText("review:errors", "suggestions:errors");
  const [last, setLast] = useState<Last>();
  const { mutate } = useMemberMutation({
    write: (client, { undo }: Last) => undo?.(client) ?? Promise.resolve(false),
    onMutate: () => setLast(undefined),
    onSuccess: (isUndone, { rowId, title }) => {
      readAgain();
      if (!isUndone) return toast.error(t("errors.undo_stays"));
      setLast({ message: t("undo.done", { title }), rowId, title });
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
    last,
    /** Undoes the last decision, as long as it can be. */
    undo: () => (last?.undo ? mutate(last) : toast.error(t("undo.none"))),
    offer: setLast,
  };
}
