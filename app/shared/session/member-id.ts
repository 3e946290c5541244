import { browserClient, hasStoredSession } from "../data/browser.ts";
import { lacksSecondFactor, storedSession } from "./stored-session.ts";

/**
 * The id of the signed-in member. Read on each click, because a session may have ended in another
 * tab. Undefined for visitors and for sessions whose second factor is still missing.
 */
export async function memberId(): Promise<string | undefined> {
  if (!hasStoredSession()) return undefined;
  const { auth } = await browserClient();
  const { data } = await auth.getSession();
  // Offline, the session can't be renewed but is still stored.
  const session = data.session ?? storedSession();
  return session && !lacksSecondFactor(session) ? session.user.id : undefined;
}
