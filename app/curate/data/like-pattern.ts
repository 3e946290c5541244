import { fold } from "../../shared/domain/slug.ts";

/**
 * A pattern for `ilike` on a folded column: matches rows that contain the words in this order,
 * whatever signs stand between them.
 */
export function likePattern(text: string): string {
  return `%${fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join("%")}%`;
}
