import S3rver from "@20minutes/s3rver";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Store {
  /** The settings that make a server store its uploads there. */
  settings: Record<string, string>;
  /** The stored files. */
  files(): Promise<string[]>;
  close(): Promise<void>;
}

/** An S3-compatible store with files in a temporary folder; it checks signatures. */
export async function startStore(): Promise<Store> {
  const directory = await mkdtemp(join(tmpdir(), "maillotheque-s3-"));
  const server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: "shirts" }],
  });
  const { port } = await server.run();
  return {
    settings: {
      STORAGE_S3_ENDPOINT: `http://127.0.0.1:${port}`,
      STORAGE_S3_BUCKET: "shirts",
      // The only account of the store.
      STORAGE_S3_ACCESS_KEY_ID: "S3RVER",
      STORAGE_S3_SECRET_ACCESS_KEY: "S3RVER",
    },
    async files() {
      const entries = await readdir(directory, { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
    },
    async close() {
      server.httpServer.closeAllConnections();
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
