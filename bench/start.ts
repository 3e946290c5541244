/**
 * Time from process start to the first ready answer, for a first start (empty data folder, demo
 * catalogue) and a second one, and the memory of Node and PostgreSQL when idle. Targets: first ≤ 20
 * s, second ≤ 2 s, Node ≤ 200 MB.
 */
import { type Site, startSite } from "../tests/support/site.ts";
import { familyOf, memoryOf } from "./support/process.ts";

const rows: Record<string, string>[] = [];
let site: Site | undefined;
for (const name of ["first start", "second start"]) {
  const began = performance.now();
  site = await startSite({ SEED: "demo" }, { of: site });
  const seconds = (performance.now() - began) / 1000;
  await fetch(site.url);
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  const sizes = await Promise.all(familyOf(site.pid).slice(1).map(memoryOf));
  rows.push({
    start: name,
    "ready after": `${seconds.toFixed(1)} s`,
    Node: `${Math.round(await memoryOf(site.pid))} MB`,
    PostgreSQL: `${Math.round(sizes.reduce((sum, size) => sum + size, 0))} MB`,
  });
  await site.rest();
}
await site?.stop();
console.table(rows);
