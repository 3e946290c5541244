import type { QueryKey } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { toast } from "../../shared/components/toast.ts";
import { historyKeys } from "../data/history/keys.ts";
import { type Undoing, undoNext, type UndoProgress } from "../data/history/undo.ts";
import { useMemberMutation } from "../../shared/data/member-mutation.ts";
import { useProblemText } from "../../shared/data/problem-words.ts";

/**
 * Undoes step by step until all is done, or until the dialog is left: a step that has begun is
 * finished, and what is done stays done. After a failure it goes on where it stopped.
 */
export function useUndoChanges({
  invalidates,
  onClose,
}: {
  invalidates: readonly QueryKey[];
  onClose: () => void;
}) {
  const { t } = useTranslation("undo");
  const [progress, setProgress] = useState<UndoProgress>();
  const isLeft = useRef(false);
  const problemText = useProblemText("suggestions:errors");
  const revalidator = useRevalidator();
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);
  const { mutate, isPending, error } = useMemberMutation({
    write: async (client, { what, reason }: { what: Undoing; reason: string }) => {
      let so = progress;
      do {
        so = await undoNext(client, what, reason, so);
        setProgress(so);
      } while (so.next !== null && !isLeft.current);
      return so;
    },
    onSuccess: async ({ undone, stay }) => {
      if (isLeft.current || stay.length === 0) {
        toast.success(t("done", { count: undone }));
        onClose();
      }
      await revalidator.revalidate();
    },
    invalidates: [historyKeys.all, ...invalidates],
  });
  const isDone = progress?.next === null;
  return {
    ...{ progress, isDone, start: mutate },
    isRunning: isPending && !isDone,
    failure: error ? problemText(error) : undefined,
  };
}
