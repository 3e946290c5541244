import { Hono } from "hono";
import { join } from "node:path";

import { createAuth } from "./auth/create-auth.ts";
import type { BackendContext, BackendSettings } from "./context.ts";
import { migrate } from "./database/migrate.ts";
import { createPool, type Pool } from "./database/pool.ts";
import { cors } from "./http/cors.ts";
import type { Logger } from "./logger.ts";
import { createRest } from "./rest/create-rest.ts";
import { createStorage } from "./storage/create-storage.ts";
import { mintApiKeys, type ApiKeys } from "./tokens/api-keys.ts";
import { loadKeys } from "./tokens/keys.ts";

/** One part of the backend: its routes, and what it must end before the process may. */
export interface Service {
  app: Hono;
  close?(): Promise<void>;
  /** Connections of its own. */
  pool?: Pool;
}

export interface Backend {
  /** Answers a request to `/auth/v1`, `/rest/v1` or `/storage/v1`, without a socket. */
  fetch(request: Request): Promise<Response>;
  apiKeys: ApiKeys;
  pool: Pool;
  /** Every pool there is, by name. */
  pools: Record<string, Pool>;
  /** Finishes what is under way and gives up the database connections. */
  close(): Promise<void>;
}

/**
 * The embedded Supabase-compatible backend on a running PostgreSQL: migrates the database,
 * then answers as the hosted service does.
 */
export async function createBackend(settings: BackendSettings, log: Logger): Promise<Backend> {
  await migrate(settings.databaseUrl, join(settings.supabaseDir, "migrations"), log);
  const pool = createPool({ url: settings.databaseUrl, log });
  const keys = await loadKeys(pool);
  const apiKeys = await mintApiKeys(keys);
  const context: BackendContext = { settings, pool, keys, apiKeys, log };

  const services: Record<string, Service> = {
    "/auth/v1": await createAuth(context),
    "/rest/v1": await createRest(context),
    "/storage/v1": await createStorage(context),
  };
  const app = new Hono();
  app.use(cors());
  for (const [path, service] of Object.entries(services)) app.route(path, service.app);

  return {
    fetch: async (request) => app.fetch(request),
    apiKeys,
    pool,
    pools: { shared: pool, ...(services["/rest/v1"]?.pool && { rest: services["/rest/v1"].pool }) },
    async close() {
      await Promise.all(Object.values(services).map(async (service) => service.close?.()));
      keys.close();
      await pool.end();
    },
  };
}
