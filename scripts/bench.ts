/**
 * `npm run bench -- NAME` runs `bench/NAME.ts`; without a name all benches run one after the other,
 * the longest last. With `--write`, or without a name, the tables of docs/performance.md are
 * written again.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { forgetReports, writeReports } from "../bench/support/report.ts";
import { ensureBuild, installPackages, setUp } from "./setup.mjs";

const BENCHES = join(import.meta.dirname, "../bench");
const TEXTS = join(BENCHES, "support/texts.ts");
const known = readdirSync(BENCHES)
  .filter((file) => file.endsWith(".ts"))
  .map((file) => file.slice(0, -".ts".length));
/** These take half an hour or more if a million jerseys have to be generated first; `cluster` takes seven minutes. */
const LONG = ["sitemap", "memory", "reads", "rest", "cluster", "mixed"];

const given = process.argv.slice(2).filter((argument) => argument !== "--write");
const [first = ""] = given;
// A single bench may get options; several names are several benches.
const names = given.filter((argument) => known.includes(argument));
const quick = known.filter((name) => !LONG.includes(name));
const wanted = names.length > 0 ? names : [...quick, ...LONG];
if (first && !known.includes(first)) {
  console.error(`No bench named ${first}. There are: ${known.join(", ")}`);
  process.exit(1);
}
const settings = given.filter((argument) => !known.includes(argument));

/** Builds the site and installs the packages that only benches need, unless both are there. */
async function prepare(): Promise<void> {
  await ensureBuild();
  if (existsSync(join(BENCHES, "node_modules/.package-lock.json"))) return;
  await installPackages("installing what only benches need", "--prefix", BENCHES);
}

await forgetReports();
let failed = false;
await setUp(prepare);
for (const name of wanted) {
  const file = join(BENCHES, `${name}.ts`);
  console.log(`\n${name}`);
  const { status } = spawnSync(process.execPath, ["--import", TEXTS, file, ...settings], {
    stdio: "inherit",
  });
  if (status !== 0) failed = true;
}
if (names.length === 0 || process.argv.includes("--write")) await writeReports();
process.exit(failed ? 1 : 0);
