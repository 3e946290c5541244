import { asOwner, type Logger } from "@maillotheque/backend";

import type { SeedTarget } from "../target.ts";
import { AUTHOR, VOTER_IDS } from "./accounts.ts";

/**
 * Removes the demonstration: its jerseys with all votes, comments and reports on them, its accounts
 * with their votes, and its files. Members' own content stays.
 * @returns the number of removed jerseys
 */
export async function removeDemo(options: { backend: SeedTarget; log: Logger }): Promise<number> {
  const { backend, log } = options;
  const removed = await asOwner(backend.pool, async (client) => {
    const jerseys = await client.query("delete from public.jerseys where author_id = $1", [AUTHOR]);
    await client.query("delete from auth.users where id = any($1::uuid[])", [
      [AUTHOR, ...VOTER_IDS],
    ]);
    return jerseys.rowCount ?? 0;
  });
  // The jerseys' files are in the deletion queue by now; files of an interrupted upload are not.
  const files = await removeFiles(backend);
  log.info({ jerseys: removed, files }, "demonstration removed");
  return removed;
}

async function removeFiles(backend: SeedTarget): Promise<number> {
  const { rows } = await backend.pool.query<{ name: string }>(
    "select name from storage.objects where bucket_id = 'jerseys' and starts_with(name, $1)",
    [`${AUTHOR}/`],
  );
  if (rows.length === 0) return 0;
  const response = await backend.fetch(
    new Request("http://localhost/storage/v1/object/jerseys", {
      method: "DELETE",
      headers: {
        apikey: backend.apiKeys.service,
        authorization: `Bearer ${backend.apiKeys.service}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ prefixes: rows.map(({ name }) => name) }),
    }),
  );
  if (!response.ok) throw new Error(`files: ${response.status} ${await response.text()}`);
  return rows.length;
}
