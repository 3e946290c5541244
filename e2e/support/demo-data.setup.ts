import { createBackend, silentLogger } from "@maillotheque/backend";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { SITE_OPTIONS } from "../../server/operate/backend-options.ts";
import { seed } from "../../server/catalogue/seed/seed.ts";
import { type Site, startSite } from "../../tests/support/site.ts";

/** Pixels per side. Drawn as large as photos, the pictures take half a minute of processor time. */
const PICTURE_SIZE = 400;

/**
 * Loads the demo catalogue once for the whole run; each worker's site then starts from a copy of
 * its files and database, which takes a fraction of the time.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const site = await startSite({ SEED: "none" });
  try {
    await loadDemo(site);
  } catch (error) {
    await site.stop();
    throw error;
  }
  await site.rest();
  process.env.E2E_DEMO_DATA = site.dataDir;
  if (site.database.name) process.env.E2E_DEMO_DATABASE = site.database.name;
  return () => site.stop();
}

async function loadDemo({ url, dataDir, database }: Site): Promise<void> {
  const databaseUrl =
    database.settings.DATABASE_URL ??
    (await readFile(join(dataDir, "database-url"), "utf8")).trim();
  const mail = { ...SITE_OPTIONS.mail, from: "Maillothèque <bonjour@localhost>" };
  const options = { ...SITE_OPTIONS, databaseUrl, dataDir, siteUrl: url, mail };
  const backend = await createBackend(options, silentLogger);
  try {
    await seed({ backend, kind: "demo", log: silentLogger, pictureSize: PICTURE_SIZE });
  } finally {
    await backend.close();
  }
}
