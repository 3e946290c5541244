import { storeDraft, readDraft } from "../../shared/browser/session-draft.ts";

/** Unsaved input of a form of the administration. */
export interface FormDraft<Form, Row> {
  form: Form;
  /** The edited row; undefined for a new one. */
  loaded?: Row;
}

const name = (table: string) => `admin.${table}`;

export const readFormDraft = <Form, Row>(table: string) =>
  readDraft<FormDraft<Form, Row>>(name(table));

/** Stores a draft in the session storage. It survives a change of tab and the end of a session. */
export const storeFormDraft = <Form, Row>(table: string, draft?: FormDraft<Form, Row>) =>
  storeDraft(name(table), draft);
