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

/** Stores the form on every change, the last attempt, and whether the member owns the shirt. */
export function useDraft(
  userId: string,
  form: UseFormReturn<JerseyForm, unknown, ValidForm>,
  stored: Draft,
) {
  const attempt = useRef(stored.attempt);
  const [restored, setRestored] = useState(!isEmpty(stored.form));
  const [isOwned, setOwned] = useState(stored.isOwned ?? false);
  /** The tick of now: the form's values are stored outside of a render. */
  const owned = useRef(isOwned);
  const { subscribe, getValues } = form;
  const store = (values: JerseyForm) =>
    storeText(userId, { form: values, attempt: attempt.current, isOwned: owned.current });
  const own = (isTicked: boolean) => {
    owned.current = isTicked;
    setOwned(isTicked);
  };

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) =>
          void storeText(userId, {
            form: values,
            attempt: attempt.current,
            isOwned: owned.current,
          }),
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
      await store(getValues());
    },
    /** The tick that the member owns the shirt. */
    isOwned,
    setOwned: (isTicked: boolean) => {
      own(isTicked);
      void store(getValues());
    },
    clear: () => {
      attempt.current = undefined;
      own(false);
      void store(EMPTY_FORM);
    },
  };
}
