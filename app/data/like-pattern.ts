import { fold } from "../domain/slug.ts";

/** For `ilike` on a column of folded text: whatever contains the text, letter by letter. */
export function likePattern(text: string): string {
  // PostgREST reads `*` as `%`, and nothing escapes it: any one character stands in for it.
  return `%${fold(text.trim())
    .replaceAll(/[\\%_]/g, String.raw`\$&`)
    .replaceAll("*", "_")}%`;
}
