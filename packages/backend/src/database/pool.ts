import pg from "pg";

import type { Logger } from "../logger.ts";

export type Pool = pg.Pool;
export type Client = pg.PoolClient;

export interface PoolOptions {
  url: string;
  log: Logger;
  /** Maximum number of connections: this server's share of PostgreSQL's `max_connections`. */
  max?: number;
  /** Off where every request is one flush (`pipeline.ts`), which is faster and atomic. */
  pipeline?: boolean;
  /** The age at which a connection is closed, with all memory that it has taken. Default: none. */
  maxLifetimeSeconds?: number;
  /** Begins the names of the request roles (`BackendOptions.rolePrefix`). */
  rolePrefix?: string;
  /** The address is a pooler's, which lends a connection for one transaction. */
  pooled?: boolean;
  /** Configures a new connection before its first use. */
  onConnect?: (client: pg.ClientBase) => Promise<void>;
}

/** A server without a free processor needs seconds to begin a session; one that is gone refuses at once. */
const CONNECT_TIMEOUT_MS = 15_000;

/**
 * Creates a pool of pipelined connections: queries that don't await the previous one travel in one
 * network flush and are answered in order.
 */
export function createPool({
  url,
  log,
  max = 20,
  pipeline = true,
  maxLifetimeSeconds = 0,
  rolePrefix = "",
  pooled = false,
  onConnect,
}: PoolOptions): Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    pipeline,
    maxLifetimeSeconds,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 30_000,
    allowExitOnIdle: true,
    ...(pooled && { Client: NamelessClient as never }),
    ...(onConnect && { onConnect }),
  });
  // Without a listener, a cut idle connection (server restart) would end the process. A connection
  // cut while the pool is closing needs no warning.
  pool.on("error", (error) => {
    if (!pool.ending) log.warn({ err: error }, "database connection lost");
  });
  // The same for a connection in use: its failing query reports the error.
  pool.on("connect", (client) => void client.on("error", () => undefined));
  traits.set(pool, { rolePrefix, pooled });
  return pool;
}

/** What statements on a pool's connections must heed. */
export interface PoolTraits {
  /** What the names of the request roles begin with. */
  rolePrefix: string;
  /** True if a connection keeps nothing from one transaction to the next. */
  pooled: boolean;
}

export const PLAIN: PoolTraits = { rolePrefix: "", pooled: false };

const traits = new WeakMap<Pool, PoolTraits>();

export function traitsOf(pool: Pool): PoolTraits {
  return traits.get(pool) ?? PLAIN;
}

/**
 * A connection through a pooler. The next transaction may meet another session of PostgreSQL, which
 * doesn't know the statements that an earlier one has prepared.
 */
export class NamelessClient extends pg.Client {
  override query(config: unknown, ...rest: unknown[]): never {
    const named = config !== null && typeof config === "object" && "name" in config;
    const sent = named && !("submit" in config) ? { ...config, name: undefined } : config;
    return (super.query as (...all: unknown[]) => never)(sent, ...rest);
  }
}
