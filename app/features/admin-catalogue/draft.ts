import { storeDraft, readDraft } from "../../browser/session-draft.ts";

/** Unsaved input of a form of the administration. */
export interface FormDraft<Form, Row> {
  form: Form;
  /** The row under change; undefined when it is a new one. */
  loaded?: Row;
}

const name = (table: string) => `admin.${table}`;

export const readFormDraft = <Form, Row>(table: string) =>
  readDraft<FormDraft<Form, Row>>(name(table));

/** Stores a draft: neither another tab of the administration nor the end of a session loses it. */
export const storeFormDraft = <Form, Row>(table: string, draft?: FormDraft<Form, Row>) =>
  storeDraft(name(table), draft);
