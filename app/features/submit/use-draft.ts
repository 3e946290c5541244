import { useEffect, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";

import { type Attempt, type Draft, isEmpty } from "./draft.ts";
import { loadDraft, storeText } from "./draft-store.ts";
import { EMPTY_FORM, type JerseyForm, type ValidForm } from "./rules.ts";

/** The member's draft when the form was opened; undefined while it loads. */
export function useStoredDraft(userId: string): Draft | undefined {
  const [draft, setDraft] = useState<Draft>();
  useEffect(() => {
    let current = true;
    void loadDraft(userId).then((loaded) => current && setDraft(loaded));
    return () => {
      current = false;
    };
  }, [userId]);
  return draft;
}

/** Stores the form on every change, and the last attempt. */
export function useDraft(
  userId: string,
  form: UseFormReturn<JerseyForm, unknown, ValidForm>,
  stored: Draft,
) {
  const attempt = useRef(stored.attempt);
  const [restored, setRestored] = useState(!isEmpty(stored.form));
  const { subscribe, getValues } = form;

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) =>
          void storeText(userId, { form: values, attempt: attempt.current }),
      }),
    [subscribe, userId],
  );

  return {
    /**
     * True if the form was filled from a draft and the member has not closed the message about it.
     */
    restored,
    hideMessage: () => setRestored(false),
    attempt: () => attempt.current,
    storeAttempt: async (next: Attempt | undefined) => {
      attempt.current = next;
      await storeText(userId, { form: getValues(), attempt: next });
    },
    clear: () => {
      attempt.current = undefined;
      void storeText(userId, { form: EMPTY_FORM });
    },
  };
}
