import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, rm, stat, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  export interface ProvidedContext {
    projectCopy: string;
  }
}

const ROOT = join(import.meta.dirname, "../..");
const run = promisify(execFile);

/** Builds a fresh copy of the version-controlled files, without other files of this checkout. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const copy = await mkdtemp(join(tmpdir(), "maillotheque-copy-"));
  const { stdout } = await run(
    "git",
    ["ls-files", "-z", "--cached", "--others", "--exclude-standard"],
    { cwd: ROOT, maxBuffer: 1 << 26 },
  );
  for (const file of stdout.split("\0").filter(Boolean)) {
    if (!(await stat(join(ROOT, file)).catch(() => undefined))) continue; // deleted, not committed
    await mkdir(dirname(join(copy, file)), { recursive: true });
    await cp(join(ROOT, file), join(copy, file));
  }
  await linkModules(copy);
  await run(process.execPath, ["scripts/build.ts"], { cwd: copy, maxBuffer: 1 << 26 });
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
