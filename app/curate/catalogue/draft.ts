import { tabDraft } from "../../shared/browser/tab-draft.ts";

/** Unsaved input of a form of the administration, by its table. It survives a change of tab. */
export const formDraft = <Form, Row>() =>
  tabDraft<{
    form: Form;
    /** The edited row; undefined for a new one. */
    loaded?: Row | undefined;
  }>("admin");
