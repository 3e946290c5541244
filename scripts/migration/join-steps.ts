import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { joinSchema } from "./schema-files.ts";
import { listMigrations, readMigration, versionAt } from "./step-file.ts";

/** SHA-256 of a migration, in hexadecimal. */
export const hashOf = (folder: string, file: string) =>
  createHash("sha256").update(readMigration(folder, file)).digest("hex");

/** The migrations that were released, each with its hash: `supabase/released.txt`, as `sha256sum` writes it. */
export function released(supabase: string): Map<string, string> {
  const lines = readFileSync(join(supabase, "released.txt"), "utf8").trim().split("\n");
  return new Map(lines.map((line) => [line.replace(/^.*\//, ""), line.split(" ")[0]!]));
}

/** The migrations since the last release, oldest first. */
export function unreleased(supabase: string): string[] {
  const known = released(supabase);
  return listMigrations(join(supabase, "migrations")).filter((file) => !known.has(file));
}

/** The lines by which a database with exactly these migrations takes the joined one over (`adoptJoined`). */
export function headOfJoined(files: string[]): string {
  const commit = execFileSync("git", ["rev-parse", "--short=8", "HEAD"], { encoding: "utf8" });
  const versions = files.map((file) => /^\d+/.exec(file)![0]);
  return [
    `-- joins: ${versions.join(" ")}`,
    `-- otherwise: start commit ${commit.trim()} on it once, then this one`,
    "",
    "",
  ].join("\n");
}

/** Puts the whole schema in the place of all migrations; returns the file's name. */
export function writeBaseline(supabase: string): string {
  const folder = join(supabase, "migrations");
  const files = listMigrations(folder);
  const text = `${headOfJoined(files)}-- Written by \`npm run migration -- --baseline\` from supabase/schemas: read the objects there.\n${joinSchema(supabase)}`;
  for (const file of files) rmSync(join(folder, file));
  const file = `${versionAt(new Date())}_baseline.sql`;
  writeFileSync(join(folder, file), text);
  return file;
}
