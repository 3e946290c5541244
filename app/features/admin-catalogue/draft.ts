import { keep, readKept } from "../../browser/unsaved.ts";

/** What was typed into a form of the administration and not saved yet. */
export interface Draft<Form, Row> {
  form: Form;
  /** The row under change; undefined when it is a new one. */
  loaded?: Row;
}

const name = (table: string) => `admin.${table}`;

export const readDraft = <Form, Row>(table: string) => readKept<Draft<Form, Row>>(name(table));

/** Keeps a draft, so that neither another tab of the administration nor the end of a session loses it. */
export const keepDraft = <Form, Row>(table: string, draft?: Draft<Form, Row>) =>
  keep(name(table), draft);
