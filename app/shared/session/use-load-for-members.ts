import { useEffect } from "react";

import { hasStoredSession } from "../data/browser.ts";

/**
 * Loads a members' part of a page while the session is read, which waits for the client library.
 * @param load the function that the part's `lazy()` has: rendering it shows a failure
 */
export function useLoadForMembers(load: () => Promise<unknown>): void {
  useEffect(() => {
    if (hasStoredSession()) void load().catch(() => {});
  }, [load]);
}
