import { hasStoredSession } from "../data/browser.ts";

/**
 * Loads a members' part of a page before the page is hydrated: called where its `lazy()` is, not in an effect.
 * @param load the function that `lazy()` has: rendering it shows a failure
 */
export function loadForMembers(load: () => Promise<unknown>): void {
  // On the server there is no storage to ask.
  if (!import.meta.env.SSR && hasStoredSession()) void load().catch(() => {});
}
