import { migrate, silentLogger, startEmbeddedDatabase } from "@maillotheque/backend";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";

import { readCatalogue } from "./catalogue.ts";
import { renderTypes } from "./render.ts";

const ROOT = join(import.meta.dirname, "../..");

/**
 * Writes app/shared/data/database.types.ts from the migrations. They run in an empty database of a
 * temporary PostgreSQL, so that nothing else influences the result.
 */
const directory = await mkdtemp(join(tmpdir(), "maillotheque-types-"));
// PostgreSQL may run as another system user, who needs access to its files.
await chmod(directory, 0o755);
const database = await startEmbeddedDatabase({ directory, log: silentLogger });
try {
  await migrate(database.url, join(ROOT, "supabase/migrations"), silentLogger);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await writeFile(
    join(ROOT, "app/shared/data/database.types.ts"),
    await renderTypes(await readCatalogue(client)),
  );
  await client.end();
} finally {
  await database.stop();
  await rm(directory, { recursive: true, force: true });
}
