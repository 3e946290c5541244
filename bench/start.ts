/**
 * Time from process start to the first ready answer, for a first start (empty data folder, demo
 * catalogue) and a second one, and the memory of Node and PostgreSQL when idle. Targets: first ≤ 20
 * s, second ≤ 2 s, Node ≤ 200 MB.
 */
import { type Site, startSite } from "../tests/support/site.ts";
import { familyOf, memoryOf } from "./support/process.ts";
import { type Figure, verdict } from "./support/targets.ts";

const MOST_SECONDS = { "first start": 20, "second start": 2 };
const MOST_NODE_MB = 200;
const figures: Figure[] = [];
let site: Site | undefined;
for (const [name, most] of Object.entries(MOST_SECONDS)) {
  const began = performance.now();
  site = await startSite({ SEED: "demo" }, { of: site });
  const seconds = (performance.now() - began) / 1000;
  await fetch(site.url);
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  figures.push(
    { what: `${name}: ready after`, measured: seconds, most, unit: "s" },
    { what: `${name}: Node`, measured: await memoryOf(site.pid), most: MOST_NODE_MB, unit: "MB" },
  );
  const sizes = await Promise.all(familyOf(site.pid).slice(1).map(memoryOf));
  const postgres = sizes.reduce((sum, size) => sum + size, 0);
  console.log(`${name}: PostgreSQL ${Math.round(postgres)} MB`);
  await site.rest();
}
await site?.stop();
verdict(figures);
