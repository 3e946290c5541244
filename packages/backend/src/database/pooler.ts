import pg from "pg";

import { DatabaseProblem } from "./embedded/problem.ts";
import type { Pool } from "./pool.ts";

const WHERE =
  "select current_database() as database, current_user as role, pg_postmaster_start_time()::text as since";

/** @throws {DatabaseProblem} if the pooler leads to another database, or to another role in it */
export async function assertSameDatabase(pool: Pool, directUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: directUrl });
  await client.connect();
  try {
    const [direct, pooled] = await Promise.all([client.query(WHERE), pool.query(WHERE)]);
    if (JSON.stringify(direct.rows) === JSON.stringify(pooled.rows)) return;
  } catch (error) {
    await pool.end();
    throw new DatabaseProblem(
      `DATABASE_URL: the pooler doesn't answer (${(error as Error).message}): check its address, and that it knows the role and the database`,
    );
  } finally {
    await client.end();
  }
  await pool.end();
  throw new DatabaseProblem(
    "DATABASE_URL and DATABASE_DIRECT_URL lead to different servers, databases or roles: let both name the primary, the same database and the same role",
  );
}

/**
 * Checks that a connection keeps its session. Two that are open at the same time have a session each,
 * unless a pooler lends them one by one.
 * @throws {DatabaseProblem} if a pooler in transaction mode is between
 */
export async function assertOwnSession(client: pg.Client, url: string): Promise<void> {
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  try {
    if ((await sessionOf(client)) !== (await sessionOf(other))) return;
  } finally {
    await other.end();
  }
  throw new DatabaseProblem(
    "DATABASE_URL leads to a pooler in transaction mode: set DATABASE_DIRECT_URL to the address of PostgreSQL itself",
  );
}

async function sessionOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return rows[0]?.pid;
}
