import { cp, mkdir, mkdtemp, readdir, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

import { ensureBuild } from "../../scripts/setup.mjs";
import { projectFiles, ROOT } from "./project-files.ts";

declare module "vitest" {
  export interface ProvidedContext {
    projectCopy: string;
  }
}

/** Makes a copy of the project's own files and the build, without other files of this checkout. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await ensureBuild();
  const copy = await mkdtemp(join(tmpdir(), "maillotheque-copy-"));
  const copied = [...projectFiles(), "build"].map((file) =>
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
