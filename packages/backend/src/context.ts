import type { Hono } from "hono";

import type { Pool } from "./database/pool.ts";
import type { Logger } from "./logger.ts";
import type { Settings } from "./options.ts";
import type { ApiKeys } from "./tokens/api-keys.ts";
import type { KeySet } from "./tokens/keys.ts";

/** What every part of the backend is given. */
export interface BackendContext {
  settings: Settings;
  pool: Pool;
  keys: KeySet;
  apiKeys: ApiKeys;
  log: Logger;
}

/** One part of the backend: its routes, and what must be closed before the process ends. */
export interface Service {
  app: Hono;
  close?(): Promise<void>;
  /** Database connections of its own. */
  pool?: Pool;
}
