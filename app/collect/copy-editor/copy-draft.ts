import { readDraft, storeDraft } from "../../shared/browser/session-draft.ts";
import type { CopyToEdit } from "./copy-requests.ts";
import type { EditedPhoto } from "../data/copies/photos.ts";
import type { CopyForm } from "../domain/copies/copy-rules.ts";

/** What was typed about a copy. Its photos are uploaded already, so that their names suffice. */
export interface CopyDraft extends CopyToEdit {
  /** The stored values when typing began. */
  base: CopyForm;
  form: CopyForm;
  /** Undefined while nobody has touched them. */
  photos?: EditedPhoto[] | undefined;
}

/** A member has one draft at most. The account and the jersey's page read it, too. */
const name = (userId: string) => `copy.${userId}`;

export function readCopyDraft({ userId, jerseyId, copyId }: CopyToEdit): CopyDraft | undefined {
  const draft = readDraft<CopyDraft>(name(userId));
  return draft?.jerseyId === jerseyId && draft.copyId === copyId ? draft : undefined;
}

export const storeCopyDraft = (userId: string, draft?: CopyDraft) =>
  storeDraft(name(userId), draft);
