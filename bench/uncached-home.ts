/**
 * The home page rendered for every request against an empty React Router page on the same HTTP
 * server, in turns. Target (design §9): it takes ≤ 5 times as long.
 */
import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { startSite } from "../e2e/support/site.ts";
import { rateOf } from "./support/load.ts";
import { median, verdict } from "./support/verdict.ts";

const HERE = import.meta.dirname;
const ROUNDS = 7;
const LOAD = { seconds: 2, connections: 4 };

const built = spawnSync(
  process.execPath,
  [join(HERE, "../node_modules/@react-router/dev/bin.cjs"), "build", join(HERE, "empty-page")],
  { stdio: ["ignore", "ignore", "inherit"], env: { ...process.env, NODE_ENV: "production" } },
);
if (built.status !== 0) process.exit(1);

const empty = spawn(process.execPath, [join(HERE, "support/empty-site.ts")], {
  stdio: ["ignore", "pipe", "inherit"],
  env: { ...process.env, NODE_ENV: "production" },
});
const site = await startSite({ SEED: "demo" });
try {
  const emptyUrl = await new Promise<string>((resolve, reject) => {
    createInterface(empty.stdout).once("line", resolve);
    empty.once("exit", () => reject(new Error("the empty site did not start")));
  });
  let asked = 0;
  // The query makes it another page for the cache, not for the loader.
  const never = (url: string) => () => `${url}/?never-cached=${(asked += 1)}`;
  const home: number[] = [];
  const nothing: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const rates = [await rateOf(never(site.url), LOAD), await rateOf(never(emptyUrl), LOAD)];
    if (round === 0) continue; // to warm up
    home.push(rates[0]!);
    nothing.push(rates[1]!);
  }
  console.log(`home ${median(home).toFixed(0)}/s, empty page ${median(nothing).toFixed(0)}/s`);
  const ratio = median(nothing.map((rate, round) => rate / home[round]!));
  verdict([{ what: "home, not cached", measured: ratio, most: 5, unit: "× an empty page" }]);
} finally {
  empty.kill();
  await site.stop();
}
