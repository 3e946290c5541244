import { storeDraft, readDraft } from "../../shared/browser/session-draft.ts";
import type { CorrectionForm } from "../../shared/domain/rules/correction-rules.ts";

/** The draft of a jersey's edit form. A member has one at most. */
export interface EditDraft {
  jerseyId: string;
  form: CorrectionForm;
}

const name = (userId: string) => `edit.${userId}`;

export const readEditDraft = (userId: string) => readDraft<EditDraft>(name(userId));

export const storeEditDraft = (userId: string, edit?: EditDraft) => storeDraft(name(userId), edit);
