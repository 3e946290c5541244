import { rm } from "node:fs/promises";

import { startSite } from "./site.ts";

/**
 * Loads the demo catalogue once for the whole run; each worker's site then starts from a copy of
 * its files, which takes a fraction of the time.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const site = await startSite({ SEED: "demo" }, { keep: true });
  await site.stop();
  process.env.E2E_DEMO_DATA = site.dataDir;
  return () => rm(site.dataDir, { recursive: true, force: true });
}
