/**
 * Time from process start to the first ready answer, for a first start (empty data folder, demo
 * catalogue) and a second one, and the memory of Node and PostgreSQL when idle.
 */
import { type Site, startSite } from "../tests/support/site.ts";
import { sum } from "./support/figures.ts";
import { familyOf, memoryOf } from "./support/process.ts";
import { type Figure, report } from "./support/report.ts";

const figures: Figure[] = [];
let site: Site | undefined;
for (const [name, most] of Object.entries({ "first start": 20, "second start": 2 })) {
  const began = performance.now();
  site = await startSite({ SEED: "demo" }, { of: site });
  const seconds = (performance.now() - began) / 1000;
  await fetch(site.url);
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  const [node = 0, ...others] = await Promise.all(familyOf(site.pid).map(memoryOf));
  figures.push(
    { what: `${name}: ready after`, measured: seconds, most, unit: "s" },
    { what: `${name}: Node`, measured: node, most: 200, unit: "MB" },
    { what: `${name}: PostgreSQL`, measured: sum(others), unit: "MB" },
  );
  await site.rest();
}
await site?.stop();
await report("start", { figures });
