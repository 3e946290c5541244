import type { Client, Pool } from "../database/pool.ts";

/** A connection inside a transaction, or the pool for a single statement. */
export type Queryable = Pick<Client | Pool, "query">;
