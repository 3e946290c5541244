import { isLong } from "../../tests/support/long.ts";

/**
 * Of the same walk in several languages: the first one, all in `npm run test:long`. Languages differ
 * only in texts, and each walk takes seconds.
 */
export function inEveryLanguage<Walk>(walks: readonly Walk[]): readonly Walk[] {
  return isLong ? walks : walks.slice(0, 1);
}
