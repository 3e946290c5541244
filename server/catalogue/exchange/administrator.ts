import { asOwner, type Backend } from "@maillotheque/backend";
import type { QueryResultRow } from "pg";

import { StartError } from "../../operate/start-error.ts";

/** An administrator in whose name a command works. */
export interface Administrator {
  id: string;
  /** Runs one statement with the administrator's rights, in a transaction of its own. */
  query<Row extends QueryResultRow>(text: string, values: unknown[]): Promise<Row[]>;
}

/**
 * Finds the administrator with this address; without one the only administrator.
 * @throws {StartError} if there is none, or several and no address
 */
export async function administratorOf(
  backend: Backend,
  email: string | undefined,
): Promise<Administrator> {
  const { rows } = await backend.pool.query<{ id: string; email: string }>(
    `select users.id, users.email from public.user_roles roles join auth.users users on users.id = roles.user_id
     where roles.role = 'admin' and ($1::text is null or lower(users.email) = lower($1)) order by users.email`,
    [email ?? null],
  );
  const [found, other] = rows;
  if (!found) {
    throw new StartError(
      email
        ? `${email} is no administrator: npm run admin -- grant ${email}`
        : "there is no administrator yet: npm run admin -- grant <e-mail>",
    );
  }
  if (other) {
    const names = rows.map((row) => row.email).join(", ");
    throw new StartError(`there are several administrators: choose one with --as (${names})`);
  }
  const { id } = found;
  // Whoever runs commands on the server needs no second factor.
  const claims = JSON.stringify({ role: "authenticated", sub: id, aal: "aal2" });
  return {
    id,
    query: (text, values) =>
      asOwner(backend.pool, async (client) => {
        await client.query(
          "select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)",
          [claims],
        );
        return (await client.query(text, values)).rows;
      }),
  };
}
