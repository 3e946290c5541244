import type { Queryable } from "./database.ts";
import { passwordFits } from "./password.ts";
import { unconfirmedPassword } from "./users.ts";

/**
 * Returns true if an earlier, unconfirmed sign-up of this address or number used another password:
 * a stranger may have made it. The mailbox's owner then confirms the address but neither password.
 * The account gets the password of the browser that exchanges the link's code (PKCE).
 */
export async function hasCompetingSignUp(
  db: Queryable,
  by: "email" | "phone",
  { passwordHash, ...named }: { email?: string; phone?: string; passwordHash: string | null },
  password: string,
): Promise<boolean> {
  if (!passwordHash) return false;
  const rival = await unconfirmedPassword(db, by, named[by] ?? "");
  return rival !== undefined && !(await passwordFits(password, rival.hash));
}
