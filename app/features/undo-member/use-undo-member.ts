import { useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";

import { historyKeys } from "../../data/history/keys.ts";
import { NOTHING_YET, type Progress, undoNextChanges } from "../../data/history/undo-member.ts";
import { useMemberMutation } from "../../data/member-mutation.ts";
import { useSuggestionProblem } from "../../data/suggestions/use-suggestion-problem.ts";

/**
 * Undoes batch by batch until all is done, or until the dialog is left: a batch that has begun is
 * finished, and what is done stays. After a failure it goes on where it stopped.
 */
export function useUndoMember(memberId: string) {
  const [progress, setProgress] = useState<Progress>(NOTHING_YET);
  const [isDone, setDone] = useState(false);
  const [failure, setFailure] = useState<string>();
  const isLeft = useRef(false);
  const problemText = useSuggestionProblem();
  const revalidator = useRevalidator();
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);
  const { mutate, isPending } = useMemberMutation({
    write: async (client, given: { since: string | undefined; reason: string }) => {
      // Each call begins where the one before ended.
      let so = progress;
      do {
        so = await undoNextChanges(client, { memberId, ...given }, so);
        setProgress(so);
      } while (so.next !== null && !isLeft.current);
    },
    onSuccess: async () => {
      setDone(true);
      await revalidator.revalidate();
    },
    onError: (error) => setFailure(problemText(error)),
    invalidates: [historyKeys.all],
  });

  function start(given: { since: string | undefined; reason: string }) {
    setFailure(undefined);
    mutate(given);
  }

  return {
    ...{ progress, isDone, failure, start },
    isRunning: isPending && !isDone,
    /** True if some is done and some isn't. */
    isInterrupted: failure !== undefined && progress.next !== null,
  };
}
