import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { createPool } from "../../../backend/database/pool.ts";
import { silent } from "../../../backend/log.ts";
import { mintApiKeys } from "../../../backend/tokens/api-keys.ts";
import { loadKeys } from "../../../backend/tokens/keys.ts";

/** Headers of a caller with every right on the database of `dataDir`, which must be running. */
export async function serviceHeaders(dataDir: string): Promise<Record<string, string>> {
  const url = (await readFile(join(dataDir, "database-url"), "utf8")).trim();
  const pool = createPool({ url, log: silent });
  const { service } = await mintApiKeys(await loadKeys(pool));
  await pool.end();
  return {
    apikey: service,
    authorization: `Bearer ${service}`,
    "content-type": "application/json",
  };
}
