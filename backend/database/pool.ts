import pg from "pg";

import type { Logger } from "../log.ts";

/** Values the REST dialect passes on as text are left as PostgreSQL printed them. */
const RAW_TYPES = { getTypeParser: () => (value: string) => value };

export type Pool = pg.Pool;
export type Client = pg.PoolClient;

export interface PoolOptions {
  url: string;
  log: Logger;
  /** Connections at most; the server's share of PostgreSQL's `max_connections`. */
  max?: number;
  /** Leave every column as the text PostgreSQL sent, for callers that parse nothing. */
  raw?: boolean;
}

/**
 * A pool of pipelined connections: queries issued without awaiting the previous one travel in
 * one network flush and are answered in order (design §6).
 */
export function createPool({ url, log, max = 20, raw = false }: PoolOptions): Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    pipeline: true,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    allowExitOnIdle: true,
    ...(raw && { types: RAW_TYPES }),
  });
  // Without a listener, a connection cut while idle (server restart) would end the process.
  pool.on("error", (error) => log.warn({ err: error }, "database connection lost"));
  return pool;
}
