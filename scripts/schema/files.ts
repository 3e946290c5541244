import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";

import { parseStatements, type Statement } from "./statements.ts";

/** The folder of config.toml. */
export const SUPABASE = join(import.meta.dirname, "../../supabase");

const FOLDER = "schemas/";

/** `jersey/votes.sql`, …: the order in which config.toml says that the files are read. */
function listedFiles(config: string): string[] {
  const { db } = parse(config) as { db: { migrations: { schema_paths: string[] } } };
  return db.migrations.schema_paths.map((path) => path.replace(`./${FOLDER}`, ""));
}

export function schemaFiles(supabase = SUPABASE): string[] {
  return listedFiles(readFileSync(join(supabase, "config.toml"), "utf8"));
}

/** All files in the folder, listed or not. */
export function presentFiles(supabase = SUPABASE): string[] {
  const files = readdirSync(join(supabase, FOLDER), { recursive: true, encoding: "utf8" });
  return files.filter((file) => file.endsWith(".sql")).sort();
}

export function readSchemaFile(file: string, supabase = SUPABASE): string {
  return readFileSync(join(supabase, FOLDER, file), "utf8");
}

/** Every statement of the schema, in the order in which they run. */
export function readSchema(supabase = SUPABASE): Statement[] {
  return schemaFiles(supabase).flatMap((file) =>
    parseStatements(readSchemaFile(file, supabase), file),
  );
}

/** The whole schema in one text. Bodies of functions are checked when all objects are there. */
export function joinSchema(supabase = SUPABASE): string {
  const parts = schemaFiles(supabase).map(
    (file) => `-- ${FOLDER}${file}\n\n${readSchemaFile(file, supabase).trim()}\n`,
  );
  return ["set check_function_bodies = off;\n", ...parts, "set check_function_bodies = on;\n"].join(
    "\n",
  );
}
