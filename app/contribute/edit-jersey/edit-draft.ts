import { tabDraft } from "../../shared/browser/tab-draft.ts";
import type { CorrectionForm } from "../domain/correction-rules.ts";

/** The draft of a jersey's edit form. A member has one at most. */
export const editDraft = tabDraft<{ jerseyId: string; form: CorrectionForm }>("edit");
