/** True in `npm run test:long`. */
export const isThorough = Boolean(process.env.E2E_LONG);

/**
 * Of the same walk in several languages: the first one, all in `npm run test:long`. Languages differ
 * only in texts, and each walk takes seconds.
 */
export function inEveryLanguage<Walk>(walks: readonly Walk[]): readonly Walk[] {
  return isThorough ? walks : walks.slice(0, 1);
}
