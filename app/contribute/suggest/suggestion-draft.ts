import { readDraft, storeDraft } from "../../shared/browser/session-draft.ts";
import type { ArrangedPhoto } from "../../shared/domain/photo-arrangement.ts";
import type { SuggestedPhoto } from "../data/suggestions/suggest.ts";

/** What a member has typed about one page, or to change one suggestion. */
export interface SuggestionDraft {
  /** The fields of the form. */
  form?: Record<string, string>;
  source?: string;
  photos?: SuggestedPhoto[];
  /** The order of those that are public. */
  arrangement?: ArrangedPhoto[];
}

const name = (userId: string, subjectId: string) => `suggestion.${userId}.${subjectId}`;

export function readSuggestionDraft(userId: string, subjectId: string) {
  return readDraft<SuggestionDraft>(name(userId, subjectId));
}

export function storeSuggestionDraft(userId: string, subjectId: string, draft?: SuggestionDraft) {
  storeDraft(name(userId, subjectId), draft);
}

/** Adds to the draft what has changed. */
export function extendSuggestionDraft(userId: string, subjectId: string, part: SuggestionDraft) {
  storeSuggestionDraft(userId, subjectId, { ...readSuggestionDraft(userId, subjectId), ...part });
}
