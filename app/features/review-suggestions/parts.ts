import type { QueuedPhoto, QueuedSuggestion } from "../../data/suggestions/queue.ts";
import { PHOTO_KINDS, photoKey, type Verdict } from "../../domain/suggestion.ts";

/** What a reviewer decides on at once: a column, or a photo. */
export interface Part {
  /** Its key among the verdicts. */
  key: string;
  change?: { before: unknown; after: unknown };
  /** Of a merge: the jersey that stays. */
  into?: string;
  photo?: QueuedPhoto;
  /** What the page says now, where that isn't what the member saw. */
  conflict?: { value: unknown };
  /** The refusal that its member contests. */
  contested?: Verdict;
}

/** What waits for a decision: all, or after a contest what was refused. */
export function partsOf(suggestion: QueuedSuggestion): Part[] {
  const { words, changes, current_words, conflicts, photos, pending, verdicts } = suggestion;
  const isPending = ({ key }: Part) => pending.includes(key);
  const columns = Object.entries(words).map(([key, change]): Part => {
    const conflict = conflicts.includes(key) && { conflict: { value: current_words[key] } };
    const into = key === "merge_into" && { into: String(changes[key]) };
    return { key, change, ...conflict, ...into };
  });
  const inOrder = photos.toSorted(
    (one, other) => PHOTO_KINDS.indexOf(one.kind) - PHOTO_KINDS.indexOf(other.kind),
  );
  return [...columns, ...inOrder.map((photo): Part => ({ key: photoKey(photo.id), photo }))]
    .filter(isPending)
    .map((part) => {
      const contested = verdicts[part.key];
      return contested ? { ...part, contested } : part;
    });
}

/** The keys of what was accepted before the rest was contested. */
export function acceptedKeys({ verdicts }: QueuedSuggestion): string[] {
  return Object.keys(verdicts).filter((key) => verdicts[key]?.accepted);
}
