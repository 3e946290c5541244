import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";

import { ensureBuild } from "../../scripts/setup.mjs";

declare module "vitest" {
  export interface ProvidedContext {
    projectCopy: string;
  }
}

const ROOT = join(import.meta.dirname, "../..");
const run = promisify(execFile);

/** Makes a copy of the version-controlled files and the build, without other files of this checkout. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await ensureBuild();
  const copy = await mkdtemp(join(tmpdir(), "maillotheque-copy-"));
  const { stdout } = await run(
    "git",
    ["ls-files", "-z", "--cached", "--others", "--exclude-standard"],
    { cwd: ROOT, maxBuffer: 1 << 26 },
  );
  // Files that are deleted, but not committed, are listed too.
  const files = stdout.split("\0").filter((file) => file && existsSync(join(ROOT, file)));
  const copied = [...files, "build"].map((file) =>
    cp(join(ROOT, file), join(copy, file), { recursive: true }),
  );
  await Promise.all(copied);
  await linkModules(copy);
  project.provide("projectCopy", copy);
  return () => rm(copy, { recursive: true, force: true });
}

/** Installed packages are shared; the project's own (`packages/`) are taken from the copy. */
async function linkModules(copy: string): Promise<void> {
  const [from, to] = [join(ROOT, "node_modules"), join(copy, "node_modules")];
  await mkdir(join(to, "@maillotheque"), { recursive: true });
  await symlink("../../packages/backend", join(to, "@maillotheque/backend"));
  for (const name of await readdir(from)) {
    if (name !== "@maillotheque") await symlink(join(from, name), join(to, name));
  }
}
