import { startSite } from "../../tests/support/site.ts";

/**
 * Loads the demo catalogue once for the whole run; each worker's site then starts from a copy of
 * its files and database, which takes a fraction of the time.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const site = await startSite({ SEED: "demo" });
  await site.rest();
  process.env.E2E_DEMO_DATA = site.dataDir;
  if (site.database.name) process.env.E2E_DEMO_DATABASE = site.database.name;
  return () => site.stop();
}
