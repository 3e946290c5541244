import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";

import { readCatalogue } from "./schema-comparison/catalogue.ts";
import { difference } from "./schema-comparison/difference.ts";
import { canDump, readDump } from "./schema-comparison/dump.ts";
import { readRows } from "./schema-comparison/rows.ts";
import { makeDatabases } from "./schema-comparison/databases.ts";

/**
 * Compares the schemas that two sets of migrations create in an empty database, and the rows that
 * they insert. Order and comments inside of bodies don't count, and the columns of a table are a
 * set. Exits with 1 if anything differs.
 *
 * `npm run compare-schemas -- BEFORE [AFTER] [--server URL]`: each set is a folder or a git
 * revision, or `supabase/schemas`; AFTER is supabase/migrations by default. Without `--server` an embedded PostgreSQL runs
 * for the comparison.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { server: { type: "string" } },
});
const [before, after = "supabase/migrations"] = positionals;
if (!before) {
  console.error("Usage: npm run compare-schemas -- BEFORE [AFTER] [--server URL]");
  process.exit(2);
}

/** Prints the items that only one of the two has; returns whether there are any. */
function print(what: string, [first, second]: [string[], string[]]): boolean {
  const { removed, added } = difference(first, second);
  for (const item of removed) console.log(`- ${item}\n`);
  for (const item of added) console.log(`+ ${item}\n`);
  const differs = removed.length + added.length > 0;
  const found = differs ? `${removed.length} removed, ${added.length} added` : "no difference";
  console.log(`${what}: ${first.length} and ${second.length}, ${found}`);
  return differs;
}

const folder = await mkdtemp(join(tmpdir(), "maillotheque-schemas-"));
const databases = await makeDatabases({ sets: [before, after], folder, server: values.server });
try {
  const [first, second] = databases.urls.map((url) => new pg.Client({ connectionString: url }));
  await Promise.all([first!.connect(), second!.connect()]);
  console.log(`${before} → ${after}, on PostgreSQL ${databases.version}`);
  const results = [
    print("catalogue entries", [await readCatalogue(first!), await readCatalogue(second!)]),
    print("inserted rows", [await readRows(first!), await readRows(second!)]),
  ];
  if (await canDump(databases.version)) {
    const dumps = await Promise.all(databases.urls.map(readDump));
    results.push(print("statements of pg_dump --schema-only", [dumps[0]!, dumps[1]!]));
  } else {
    console.log(`no pg_dump of version ${databases.version} or later: its output is not compared`);
  }
  await Promise.all([first!.end(), second!.end()]);
  process.exitCode = results.includes(true) ? 1 : 0;
} finally {
  await databases.drop();
  await rm(folder, { recursive: true, force: true });
}
