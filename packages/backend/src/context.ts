import type { Hono } from "hono";

import type { Pool } from "./database/pool.ts";
import type { Logger } from "./logger.ts";
import type { Settings } from "./options.ts";
import type { ApiKeys } from "./tokens/api-keys.ts";
import type { KeySet } from "./tokens/keys.ts";

/** The shared dependencies of every part of the backend. */
export interface BackendContext {
  settings: Settings;
  pool: Pool;
  keys: KeySet;
  apiKeys: ApiKeys;
  log: Logger;
}

/** What comes with each request; see `Backend.fetch`. */
export interface RequestEnv {
  together: object | undefined;
}

/** One part of the backend: its routes and its shutdown. */
export interface Service {
  app: Hono;
  close?(): Promise<void>;
  /** Its own database connections by name. */
  pools?: Record<string, Pool>;
}
