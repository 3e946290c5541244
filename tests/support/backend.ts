import { createAdaptorServer } from "@hono/node-server";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { BackendSettings } from "../../packages/backend/src/context.ts";
import { createBackend, type Backend } from "../../packages/backend/src/create-backend.ts";
import { silent } from "../../packages/backend/src/logger.ts";
import { createTestDatabase, SUPABASE_DIR } from "./database.ts";

export interface TestBackend {
  /** Where it listens, without a trailing slash: a Supabase project's URL. */
  url: string;
  backend: Backend;
  /** Folder with `outbox/` and `storage/`. */
  dataDir: string;
  databaseUrl: string;
  /** A fresh supabase-js client that keeps its session in memory. */
  client(key?: string): SupabaseClient;
  close(): Promise<void>;
}

/** The real backend over HTTP on a free port, with a database and a data folder of its own. */
export async function startTestBackend(
  overrides: Partial<BackendSettings> = {},
): Promise<TestBackend> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), "maillotheque-data-"));
  const backend = await createBackend(
    {
      databaseUrl: database.url,
      dataDir,
      supabaseDir: SUPABASE_DIR,
      siteUrl: "http://127.0.0.1:3000",
      mail: { from: "Maillothèque <bonjour@localhost>" },
      autoconfirm: false,
      trustProxy: false,
      ...overrides,
    },
    silent,
  );
  // Client and server share this process: while it computes, an idle connection would time out on
  // one side and be used again on the other.
  const serverOptions = { keepAliveTimeout: 0 };
  const server = createAdaptorServer({ fetch: backend.fetch, serverOptions });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    backend,
    dataDir,
    databaseUrl: database.url,
    client: (key = backend.apiKeys.anon) =>
      createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } }),
    async close() {
      await new Promise((resolve) => server.close(resolve));
      await backend.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
