import pg from "pg";

import type { Logger } from "../logger.ts";

export type Pool = pg.Pool;
export type Client = pg.PoolClient;

export interface PoolOptions {
  url: string;
  log: Logger;
  /** Connections at most; the server's share of PostgreSQL's `max_connections`. */
  max?: number;
  /** Off where every request is a flush of its own (`flush.ts`), which is faster and atomic. */
  pipeline?: boolean;
  /** Settings of every connection, made before its first use. */
  onConnect?: (client: pg.ClientBase) => Promise<void>;
}

/**
 * A pool of pipelined connections: queries issued without awaiting the previous one travel in
 * one network flush and are answered in order.
 */
export function createPool({ url, log, max = 20, pipeline = true, onConnect }: PoolOptions): Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    pipeline,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    allowExitOnIdle: true,
    ...(onConnect && { onConnect }),
  });
  // Without a listener, a connection cut while idle (server restart) would end the process.
  // One that is cut while the pool is given up is no news.
  pool.on("error", (error) => {
    if (!pool.ending) log.warn({ err: error }, "database connection lost");
  });
  // The same for one cut while in use: its query fails, and that is what tells.
  pool.on("connect", (client) => void client.on("error", () => undefined));
  return pool;
}
