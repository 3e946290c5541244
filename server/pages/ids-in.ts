import { isUuid } from "../../app/shared/domain/uuid.ts";

/** Searched first: a text has a hundred times fewer hyphens than hexadecimal digits. */
const MIDDLE_OF_ID = /-(?:[0-9a-f]{4}-){3}/g;

/** The ids of rows in a text. */
export function idsIn(text: string): Set<string> {
  const ids = new Set<string>();
  for (const { index } of text.matchAll(MIDDLE_OF_ID)) {
    const id = text.slice(Math.max(0, index - 8), index + 28);
    if (isUuid(id)) ids.add(id);
  }
  return ids;
}
