/** What was typed into a form of the administration and not saved yet. */
export interface Draft<Form, Row> {
  form: Form;
  /** The row under change; undefined when it is a new one. */
  loaded?: Row;
}

const key = (table: string) => `maillotheque.admin.${table}`;

/**
 * Kept for as long as the browser tab is open, so that neither the way to another tab of the
 * administration nor a session that ends in the middle loses it.
 */
export function readDraft<Form, Row>(table: string): Draft<Form, Row> | undefined {
  try {
    const stored = sessionStorage.getItem(key(table));
    return stored ? (JSON.parse(stored) as Draft<Form, Row>) : undefined;
  } catch {
    return undefined; // storage forbidden, or not ours
  }
}

/** Keeps a draft, or forgets it. */
export function keepDraft<Form, Row>(table: string, draft?: Draft<Form, Row>): void {
  try {
    if (draft) sessionStorage.setItem(key(table), JSON.stringify(draft));
    else sessionStorage.removeItem(key(table));
  } catch {
    // Without storage the form works all the same.
  }
}
