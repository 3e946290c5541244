import type { QueuedPhoto, QueuedSuggestion } from "../../data/suggestions/queue.ts";
import { photoKey } from "../../domain/suggestion.ts";

/** What a reviewer decides on at once: a column, or a photo. */
export interface Part {
  /** Its key among the verdicts. */
  key: string;
  change?: { before: unknown; after: unknown };
  photo?: QueuedPhoto;
  /** What the page says now, where that isn't what the member saw. */
  conflict?: { value: unknown };
}

/** What waits for a decision: all, or after a contest what was refused. */
export function partsOf(suggestion: QueuedSuggestion): Part[] {
  const { words, current_words, conflicts, photos, pending } = suggestion;
  const isPending = ({ key }: Part) => pending.includes(key);
  const columns = Object.entries(words).map(([key, change]): Part => {
    const conflict = conflicts.includes(key) && { conflict: { value: current_words[key] } };
    return { key, change, ...conflict };
  });
  return [...columns, ...photos.map((photo): Part => ({ key: photoKey(photo.id), photo }))].filter(
    isPending,
  );
}
