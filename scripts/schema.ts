import { readSchema } from "./schema/files.ts";
import { findObjects, show, suggest } from "./schema/show.ts";

/**
 * Prints an object of the database as supabase/schemas defines it, and where: a table with its
 * indexes, policies, grants and triggers, a function with everything that it calls.
 *
 * `npm run schema -- show jersey_votes`, or `public.jersey_votes`.
 */
const [verb, name] = process.argv.slice(2);
if (verb !== "show" || !name) {
  console.error("usage: npm run schema -- show <object>");
  process.exit(2);
}
const schema = readSchema();
const found = findObjects(schema, name);
for (const object of found) process.stdout.write(show(schema, object));
if (found.length === 0) {
  const similar = suggest(schema, name);
  const hint = similar.length > 0 ? `; similar: ${similar.join(", ")}` : "";
  console.error(`supabase/schemas has no ${name}${hint}`);
  process.exitCode = 1;
}
