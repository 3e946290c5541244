import { readDraft, storeDraft } from "../../browser/session-draft.ts";
import type { ArrangedPhoto } from "../../domain/photo-arrangement.ts";
import type { SuggestedPhoto } from "../../data/suggestions/suggest.ts";

/** What a member has typed about one page. */
export interface SuggestionDraft {
  /** The fields of the form. */
  form?: Record<string, string>;
  source?: string;
  photos?: SuggestedPhoto[];
  /** The order of those that are public. */
  arrangement?: ArrangedPhoto[];
}

const name = (userId: string, targetId: string) => `suggestion.${userId}.${targetId}`;

export function readSuggestionDraft(userId: string, targetId: string) {
  return readDraft<SuggestionDraft>(name(userId, targetId));
}

export function storeSuggestionDraft(userId: string, targetId: string, draft?: SuggestionDraft) {
  storeDraft(name(userId, targetId), draft);
}

/** Adds to the draft what has changed. */
export function extendSuggestionDraft(userId: string, targetId: string, part: SuggestionDraft) {
  storeSuggestionDraft(userId, targetId, { ...readSuggestionDraft(userId, targetId), ...part });
}
