import { fold } from "../domain/slug.ts";

/** A pattern for `ilike` on a folded column: matches rows that contain the text literally. */
export function likePattern(text: string): string {
  // PostgREST reads `*` as `%`, and there is no escape: `_`, any one character, replaces it.
  return `%${fold(text.trim())
    .replaceAll(/[\\%_]/g, String.raw`\$&`)
    .replaceAll("*", "_")}%`;
}
