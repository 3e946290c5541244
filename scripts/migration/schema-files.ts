import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";

/** The folder of config.toml. */
export const SUPABASE = join(import.meta.dirname, "../../supabase");

const FOLDER = "schemas/";

/** `jersey/votes.sql`, …: the files of the schema, in the order in which config.toml lists them. */
export function schemaFiles(supabase = SUPABASE): string[] {
  const config = readFileSync(join(supabase, "config.toml"), "utf8");
  const { db } = parse(config) as { db: { migrations: { schema_paths: string[] } } };
  return db.migrations.schema_paths.map((path) => path.replace(`./${FOLDER}`, ""));
}

export function readSchemaFile(file: string, supabase = SUPABASE): string {
  return readFileSync(join(supabase, FOLDER, file), "utf8");
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
