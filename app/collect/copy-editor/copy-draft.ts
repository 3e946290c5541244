import { tabDraft } from "../../shared/browser/tab-draft.ts";
import type { CopyToEdit } from "./copy-requests.ts";
import type { EditedPhoto } from "../data/copies/photos.ts";
import type { CopyForm } from "../domain/copies/copy-rules.ts";

/** What was typed about a copy. Its photos are uploaded already, so that their names suffice. */
interface CopyDraft extends CopyToEdit {
  /** The stored values when typing began. */
  base: CopyForm;
  form: CopyForm;
  /** Undefined while nobody has touched them. */
  photos?: EditedPhoto[] | undefined;
}

/** A member has one draft at most. The account and the jersey's page read it, too. */
export const copyDraft = tabDraft<CopyDraft>("copy");

/** What a member entered last of what is often the same: the next copy without details begins with it. */
export const lastDetails =
  tabDraft<Pick<CopyForm, "size_scale" | "size" | "currency">>("copy.last");

export function readCopyDraft({ userId, jerseyId, copyId }: CopyToEdit): CopyDraft | undefined {
  const draft = copyDraft.read(userId);
  return draft?.jerseyId === jerseyId && draft.copyId === copyId ? draft : undefined;
}
