import { execFileSync } from "node:child_process";
import { chmod, mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

import { temporaryFolder } from "../../support/server.ts";

export interface SmallDisk {
  folder: string;
  /** Uses up all free bytes. */
  fill(): Promise<void>;
  free(): Promise<void>;
}

/** A disk in memory, unmounted after the test. Only root may mount one. */
export async function smallDisk(megabytes: number): Promise<SmallDisk> {
  const folder = join(await temporaryFolder(), "disk");
  await mkdir(folder);
  await chmod(dirname(folder), 0o755); // the database runs under an account of its own
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=755`, "tmpfs", folder]);
  onTestFinished(() => void execFileSync("umount", ["--lazy", folder]));
  const filler = join(folder, "filler");
  return {
    folder,
    async fill() {
      // Small steps fill the disk to the last byte.
      for (const size of [1 << 20, 1 << 12]) {
        const piece = Buffer.alloc(size, 1);
        const append = () =>
          writeFile(filler, piece, { flag: "a" }).then(
            () => true,
            () => false,
          );
        while (await append());
      }
    },
    free: () => rm(filler, { force: true }),
  };
}
