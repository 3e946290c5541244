import { browserClient, hasStoredSession } from "../browser.ts";

/**
 * Who is signed in at this moment: asked on each click, since a session may have ended in another
 * tab. Undefined for a visitor.
 */
export async function memberId(): Promise<string | undefined> {
  if (!hasStoredSession()) return undefined;
  const { auth } = await browserClient();
  const { data } = await auth.getSession();
  return data.session?.user.id;
}
