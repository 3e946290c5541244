import { EMPTY_FORM, type JerseyForm } from "./rules.ts";
import type { Traces } from "./submission.ts";

/** A form that was not submitted yet, as it outlives reloads and the end of a session. */
export interface Draft {
  form: JerseyForm;
  traces: Traces;
}

/** Each member's own: a computer may be shared. */
const keyOf = (userId: string) => `maillotheque.draft.${userId}`;

export function loadDraft(storage: Storage, userId: string): Draft | undefined {
  try {
    const stored: unknown = JSON.parse(storage.getItem(keyOf(userId)) ?? "null");
    if (!isRecord(stored) || !isRecord(stored.form)) return undefined;
    return { form: formOf(stored.form), traces: isRecord(stored.traces) ? stored.traces : {} };
  } catch {
    return undefined; // not ours, or storage is forbidden
  }
}

/** An empty draft is no draft. */
export function saveDraft(storage: Storage, userId: string, draft: Draft): void {
  const empty = isEmpty(draft.form) && Object.keys(draft.traces).length === 0;
  try {
    if (empty) storage.removeItem(keyOf(userId));
    else storage.setItem(keyOf(userId), JSON.stringify(draft));
  } catch {
    // Forbidden or full: the form itself still has everything.
  }
}

export function isEmpty(form: JerseyForm): boolean {
  return Object.values(form).every((value) => value === "");
}

/** Only the fields that the form has today: drafts outlive versions of the site. */
function formOf(stored: Record<string, unknown>): JerseyForm {
  const known = Object.entries(EMPTY_FORM).map(([name, empty]) => {
    const value = stored[name];
    return [name, typeof value === "string" ? value : empty];
  });
  return Object.fromEntries(known) as JerseyForm;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
