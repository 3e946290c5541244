import { draftDatabase } from "./database-draft.ts";

/** Drafts of submissions, with the photos as they were chosen: their place and camera included. */
export const submissionDrafts = draftDatabase("maillotheque.drafts", "drafts");

/** Forgets the drafts of all members of this browser. Called when one signs out. */
export async function forgetSubmissions(): Promise<void> {
  await submissionDrafts.clear();
}
