import { createAdaptorServer } from "@hono/node-server";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { type Backend, createBackend } from "../create-backend.ts";
import { silentLogger } from "../logger.ts";
import type { BackendOptions } from "../options.ts";
import { createTestDatabase } from "./test-database.ts";

export interface TestBackend {
  /** Its address without a trailing slash, in place of a Supabase project's URL. */
  url: string;
  backend: Backend;
  /** The options it was started with; use them for a second backend on the same database. */
  options: BackendOptions;
  /** The folder with `outbox/` and `storage/`. */
  dataDir: string;
  databaseUrl: string;
  /** Creates a supabase-js client that stores its session in memory. */
  client(key?: string): SupabaseClient;
  close(): Promise<void>;
}

/** Starts a real backend over HTTP on a free port, with its own database and data folder. */
export async function startTestBackend(
  postgresUrl: string,
  given: Partial<BackendOptions> & Pick<BackendOptions, "migrations">,
): Promise<TestBackend> {
  const database = await createTestDatabase({ postgresUrl, migrations: given.migrations });
  const dataDir = await mkdtemp(join(tmpdir(), "backend-data-"));
  const options = {
    databaseUrl: database.url,
    dataDir,
    siteUrl: "http://127.0.0.1:3000",
    ...given,
    auth: { bcryptCost: 4, ...given.auth },
  };
  const backend = await createBackend(options, silentLogger);
  const server = await listen(backend);
  return {
    url: server.url,
    backend,
    options,
    dataDir,
    databaseUrl: database.url,
    client: (key = backend.apiKeys.anon) =>
      createClient(server.url, key, { auth: { persistSession: false, autoRefreshToken: false } }),
    async close() {
      await server.close();
      await backend.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Starts another backend on the database and files of a running one. */
export async function startAnother(
  first: TestBackend,
): Promise<{ url: string; close(): Promise<void> }> {
  const backend = await createBackend(first.options, silentLogger);
  const server = await listen(backend);
  return {
    url: server.url,
    async close() {
      await server.close();
      await backend.close();
    },
  };
}

async function listen({ fetch }: Backend): Promise<{ url: string; close(): Promise<void> }> {
  // Client and server share this process: during computations an idle connection would time out on
  // one side and be used again on the other.
  const server = createAdaptorServer({ fetch, serverOptions: { keepAliveTimeout: 0 } });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
