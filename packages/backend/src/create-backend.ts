import { Hono } from "hono";

import { createAuth } from "./auth/create-auth.ts";
import type { BackendContext, RequestEnv, Service } from "./context.ts";
import { awaitMigrations } from "./database/await-migrations.ts";
import { migrate } from "./database/migrate.ts";
import { createPool, type Pool } from "./database/pool.ts";
import { assertSameDatabase } from "./database/pooler.ts";
import { cors } from "./http/cors.ts";
import { missingServices } from "./http/missing-services.ts";
import { finishBody } from "./http/unread-body.ts";
import { type Logger, warningsOnly } from "./logger.ts";
import { type BackendOptions, resolveOptions } from "./options.ts";
import { createRest } from "./rest/create-rest.ts";
import { createStorage } from "./storage/create-storage.ts";
import { type ApiKeys, mintApiKeys } from "./tokens/api-keys.ts";
import { loadKeys } from "./tokens/keys.ts";

export interface Backend {
  /**
   * Answers a request to `/auth/v1`, `/rest/v1` or `/storage/v1`, without a socket. Reads that begin in one turn of the
   * event loop with the same object `together` share a transaction and wait for each other.
   */
  fetch(request: Request, together?: object): Promise<Response>;
  /** True unless the request's token is verified, and that of an account or the service key. */
  isVisitor(request: Request): Promise<boolean>;
  apiKeys: ApiKeys;
  pool: Pool;
  /** All connection pools by name, for metrics. */
  pools: Record<string, Pool>;
  /**
   * Call after a write that visitors must see from now on: replicas that don't have it yet are passed
   * over. Resolves when that is so.
   */
  showToVisitors(): Promise<void>;
  /** Finishes running work and closes the database connections. */
  close(): Promise<void>;
}

/**
 * Creates a Supabase-shaped backend on a running PostgreSQL. Migrates the database first, or waits
 * until another process has done so.
 */
export async function createBackend(
  options: BackendOptions,
  log: Logger = warningsOnly,
): Promise<Backend> {
  const settings = resolveOptions(options);
  const { databaseUrl, directUrl, pooled, rolePrefix } = settings;
  if (settings.migrate === false) await awaitMigrations(directUrl, settings.migrations, log);
  else await migrate(directUrl, settings.migrations, log, rolePrefix);
  const pool = createPool({ url: databaseUrl, log, rolePrefix, pooled });
  if (pooled) await assertSameDatabase(pool, directUrl);
  const keys = await loadKeys(pool);
  const apiKeys = await mintApiKeys(keys);
  const context: BackendContext = { settings, pool, keys, apiKeys, log };

  const rest = await createRest(context);
  const services: Record<string, Service> = {
    "/auth/v1": await createAuth(context),
    "/rest/v1": rest,
    "/storage/v1": await createStorage(context),
  };
  const app = new Hono();
  app.use(cors());
  for (const [path, service] of Object.entries(services)) app.route(path, service.app);
  app.route("/", missingServices());

  return {
    fetch: async (request, together) =>
      finishBody(request, await app.fetch(request, { together } satisfies RequestEnv)),
    isVisitor: (request) =>
      rest.callers.of(request).then(
        ({ role }) => role === "anon",
        () => true,
      ),
    apiKeys,
    pool,
    pools: { shared: pool, ...rest.pools },
    showToVisitors: () => rest.replicas.demand(),
    async close() {
      await Promise.all(Object.values(services).map(async (service) => service.close?.()));
      keys.close();
      await pool.end();
    },
  };
}
