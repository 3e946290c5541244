import type { Queryable } from "./database.ts";
import { passwordFits } from "./password.ts";
import { unconfirmedPassword } from "./users.ts";

/**
 * Whether somebody else may have signed up with this address or number, by a message that may still
 * be answered: another password was named. Whoever reads the messages then confirms the address,
 * but neither password: only that of the browser which the link leads back to counts (PKCE).
 */
export async function isContested(
  db: Queryable,
  by: "email" | "phone",
  { passwordHash, ...named }: { email?: string; phone?: string; passwordHash: string | null },
  password: string,
): Promise<boolean> {
  if (!passwordHash) return false;
  const rival = await unconfirmedPassword(db, by, named[by] ?? "");
  return rival !== undefined && !(await passwordFits(password, rival.hash));
}
