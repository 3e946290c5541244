/** True in `npm run test:long`: languages differ only in texts, and walking through all takes minutes. */
export const isThorough = Boolean(process.env.E2E_ALL_LANGUAGES);

/** Of the same walk in several languages: the first one, all in `npm run test:long`. */
export function inEveryLanguage<Walk>(walks: readonly Walk[]): readonly Walk[] {
  return isThorough ? walks : walks.slice(0, 1);
}
