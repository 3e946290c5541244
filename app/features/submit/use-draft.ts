import { useEffect, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";

import { type Draft, isEmpty, loadDraft, saveDraft } from "./draft.ts";
import { EMPTY_FORM, type JerseyForm, type ValidForm } from "./rules.ts";
import type { Traces } from "./submission.ts";

/** The member's draft as it was when the form was opened. */
export function useStoredDraft(userId: string): Draft {
  const [draft] = useState(
    () => loadDraft(localStorage, userId) ?? { form: EMPTY_FORM, traces: {} },
  );
  return draft;
}

/**
 * Keeps the draft up to date with every keystroke. `traces` of an interrupted submission are
 * stored beside what was typed.
 */
export function useDraft(
  userId: string,
  form: UseFormReturn<JerseyForm, unknown, ValidForm>,
  stored: Draft,
) {
  const traces = useRef(stored.traces);
  const [restored, setRestored] = useState(!isEmpty(stored.form));
  const { subscribe, getValues } = form;

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) =>
          saveDraft(localStorage, userId, { form: values, traces: traces.current }),
      }),
    [subscribe, userId],
  );

  return {
    /** Whether the form began with a draft, and nobody has looked away from that yet. */
    restored,
    hideNotice: () => setRestored(false),
    traces: () => traces.current,
    remember: (next: Traces) => {
      traces.current = next;
      saveDraft(localStorage, userId, { form: getValues(), traces: next });
    },
    clear: () => {
      traces.current = {};
      saveDraft(localStorage, userId, { form: EMPTY_FORM, traces: {} });
    },
  };
}
