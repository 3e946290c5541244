import { type Client, type Pool, traitsOf } from "./pool.ts";
import { REQUEST_ROLES } from "./roles.ts";
import type { Claims } from "../tokens/claims.ts";

const BEGIN_AS = {
  name: "begin-as",
  text: "select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)",
};

function roleOf(claims: Claims): string {
  if (!(REQUEST_ROLES as readonly string[]).includes(claims.role))
    throw new Error(`not a request role: ${claims.role}`);
  return claims.role;
}

/**
 * Starts a transaction in which `current_user` is the token's role, and `auth.uid()` and
 * `auth.jwt()` read its claims. Not awaited: on a pipelined connection it travels with the next
 * query. If it fails, every later statement of the transaction fails too.
 */
function begin(client: Client, prefix: string, claims: Claims): Promise<unknown> {
  const started = client.query("begin");
  const assumed = client.query({
    ...BEGIN_AS,
    values: [prefix + roleOf(claims), JSON.stringify(claims)],
  });
  return Promise.all([started, assumed]);
}

/**
 * Runs `work` with the rights of `claims`, in one transaction. Commits when `work` resolves, rolls
 * back when it rejects.
 */
export async function asBearer<T>(
  pool: Pool,
  claims: Claims,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  return withTransaction(pool, work, (client) => begin(client, traitsOf(pool).rolePrefix, claims));
}

/** Runs `work` in one transaction with the backend's own rights (no row-level security). */
export async function asOwner<T>(pool: Pool, work: (client: Client) => Promise<T>): Promise<T> {
  return withTransaction(pool, work, (client) => client.query("begin"));
}

async function withTransaction<T>(
  pool: Pool,
  work: (client: Client) => Promise<T>,
  start: (client: Client) => Promise<unknown>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    // Both must settle first: `work` must not use a connection that is back in the pool.
    const [started, worked] = await Promise.allSettled([start(client), work(client)]);
    if (started.status === "rejected") throw started.reason;
    if (worked.status === "rejected") throw worked.reason;
    await client.query("commit");
    return worked.value;
  } catch (error) {
    // A connection that can't roll back is not used again.
    await client.query("rollback").catch((failure: Error) => (broken = failure));
    throw error;
  } finally {
    client.release(broken);
  }
}
