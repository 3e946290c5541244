import type { Pool } from "../../database/pool.ts";
import { NOT_WITHHELD } from "../objects.ts";
import type { VariantCache } from "./cache.ts";

/**
 * Deletes the renderings of files that are gone or withheld. The server that deletes a file deletes
 * its own at once; each of the others has a cache of its own.
 */
export async function removeStaleRenderings(
  pool: Pick<Pool, "query">,
  variants: VariantCache,
): Promise<void> {
  const versions = await variants.versions();
  if (versions.length === 0) return;
  const { rows } = await pool.query<{ version: string }>(
    `select version from storage.objects where version = any($1) and ${NOT_WITHHELD}`,
    [versions],
  );
  const shown = new Set(rows.map(({ version }) => version));
  for (const version of versions) if (!shown.has(version)) await variants.remove(version);
}
