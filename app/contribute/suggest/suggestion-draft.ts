import { tabDraft } from "../../shared/browser/tab-draft.ts";
import type { ArrangedPhoto } from "../domain/photo-arrangement.ts";
import type { SuggestedPhoto } from "../data/suggestions/suggest.ts";

/** What a member has typed about one page, or to change one suggestion. */
export interface SuggestionDraft {
  /** The fields of the form. */
  form?: Record<string, string>;
  source?: string;
  photos?: SuggestedPhoto[];
  /** The order of those that are public. */
  arrangement?: ArrangedPhoto[];
  /** Ids of public photos that are to go. */
  removed?: string[];
}

const draft = tabDraft<SuggestionDraft>("suggestion");

const about = (userId: string, subjectId: string) => `${userId}.${subjectId}`;

export const readSuggestionDraft = (userId: string, subjectId: string) =>
  draft.read(about(userId, subjectId));

export const removeSuggestionDraft = (userId: string, subjectId: string) =>
  draft.remove(about(userId, subjectId));

/** Adds to the draft what has changed. */
export function extendSuggestionDraft(userId: string, subjectId: string, part: SuggestionDraft) {
  draft.store(about(userId, subjectId), { ...readSuggestionDraft(userId, subjectId), ...part });
}
