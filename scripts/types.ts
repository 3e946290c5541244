import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";

import { startEmbeddedDatabase } from "../packages/backend/src/database/embedded/start.ts";
import { migrate } from "../packages/backend/src/database/migrate.ts";
import { silent } from "../packages/backend/src/logger.ts";
import { readCatalogue } from "./types/catalogue.ts";
import { renderTypes } from "./types/render.ts";

const ROOT = join(import.meta.dirname, "..");

/**
 * Writes app/data/database.types.ts from the migrations: in an empty database of a PostgreSQL
 * that runs for this moment only, so that nothing but the migrations can show in the result.
 */
const directory = await mkdtemp(join(tmpdir(), "maillotheque-types-"));
// PostgreSQL may have to run as a system user, who must get through to its files.
await chmod(directory, 0o755);
const database = await startEmbeddedDatabase({ directory, log: silent });
try {
  await migrate(database.url, join(ROOT, "supabase/migrations"), silent);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await writeFile(
    join(ROOT, "app/data/database.types.ts"),
    await renderTypes(await readCatalogue(client)),
  );
  await client.end();
} finally {
  await database.stop();
  await rm(directory, { recursive: true, force: true });
}
