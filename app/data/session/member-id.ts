import { browserClient, hasStoredSession } from "../browser.ts";
import { lacksSecondFactor, storedSession } from "./stored-session.ts";

/**
 * Who is signed in at this moment: asked on each click, since a session may have ended in another
 * tab. Undefined for a visitor, and for who has yet to show the second factor.
 */
export async function memberId(): Promise<string | undefined> {
  if (!hasStoredSession()) return undefined;
  const { auth } = await browserClient();
  const { data } = await auth.getSession();
  // Without a network it can't be renewed, and is still there.
  const session = data.session ?? storedSession();
  return session && !lacksSecondFactor(session) ? session.user.id : undefined;
}
