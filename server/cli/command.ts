import { DirectoryInUse, silentLogger, type Site, URL_FILE } from "@maillotheque/backend";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";

import { openOwnDatabase } from "../operate/database.ts";
import { type Env, misspeltSettings, readEnv } from "../operate/settings/env.ts";
import { s3Options } from "../operate/s3-options.ts";
import { printStartError, StartError } from "../operate/start-error.ts";

export interface CommandContext {
  env: Env;
  /** The arguments after the command's name. */
  args: string[];
  say(line: string): void;
}

/** Runs a command of `package.json`: on failure exit code 1 and a plain message. */
export async function command(work: (context: CommandContext) => Promise<void>): Promise<void> {
  try {
    const say = (line: string) => void process.stdout.write(`${line}\n`);
    for (const line of misspeltSettings(process.env)) process.stderr.write(`${line}\n`);
    await work({ env: readEnv(process.env), args: process.argv.slice(2), say });
  } catch (error) {
    printStartError(error);
    process.exitCode = 1;
  }
}

/** Where a command finds the site's database and files. */
export function siteOf(env: Env, url: string): Site {
  const s3 = s3Options(env);
  return {
    url,
    dataDir: env.DATA_DIR,
    ...(env.DATABASE_ROLE_PREFIX && { rolePrefix: env.DATABASE_ROLE_PREFIX }),
    ...(s3 && { s3 }),
  };
}

/** Calls `work` with the URL of the site's database: the running one, or one started for it. */
export async function withDatabase<T>(env: Env, work: (url: string) => Promise<T>): Promise<T> {
  if (env.SUPABASE_URL) {
    throw new StartError(
      "this command works on our own database: with SUPABASE_URL, use that project's dashboard",
    );
  }
  if (env.DATABASE_URL) return work(env.DATABASE_DIRECT_URL ?? env.DATABASE_URL);
  try {
    const database = await openOwnDatabase(env, silentLogger);
    try {
      return await work(database.url);
    } finally {
      await database.stop();
    }
  } catch (error) {
    if (!(error instanceof DirectoryInUse)) throw error;
    return work((await readFile(join(env.DATA_DIR, URL_FILE), "utf8")).trim());
  }
}

/** Runs `work` on a connection with all rights. */
export async function withClient<T>(env: Env, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return withDatabase(env, async (url) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return await work(client);
    } catch (error) {
      // Undefined schema, table or function: the site has never been started on this database.
      if (/^(3F000|42P01|42883)$/.test((error as { code?: string }).code ?? "")) {
        throw new StartError("this database is empty: start the site once first");
      }
      throw error;
    } finally {
      await client.end();
    }
  });
}
