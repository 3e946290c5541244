/**
 * `npm run bench -- NAME` runs `bench/NAME.ts`; without a name all benches run one after the other,
 * the longest last. With `--write`, or without a name, the tables of docs/performance.md are
 * written again.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

import { ensureBuild, installPackages, setUp } from "./setup.mjs";

const BENCHES = join(import.meta.dirname, "../bench");
const TEXTS = join(BENCHES, "support/texts.ts");
/** `reads` and those after it take half an hour or more if a million jerseys have to be generated first. */
const KNOWN = [
  ...["start", "render", "pages", "writes", "cluster"],
  ...["reads", "rest", "memory", "mixed"],
];

const given = process.argv.slice(2).filter((argument) => argument !== "--write");
const [first = ""] = given;
// A single bench may get options; several names are several benches.
const names = given.filter((argument) => KNOWN.includes(argument));
if (first && !KNOWN.includes(first)) {
  console.error(`No bench named ${first}. There are: ${KNOWN.join(", ")}`);
  process.exit(1);
}
const settings = given.filter((argument) => !KNOWN.includes(argument));

/** Builds the site and installs the packages that only benches need, unless both are there. */
async function prepare(): Promise<void> {
  await ensureBuild();
  if (existsSync(join(BENCHES, "node_modules/.package-lock.json"))) return;
  await installPackages("installing what only benches need", "--prefix", BENCHES);
}

const writes = names.length === 0 || process.argv.includes("--write");
const env = { ...process.env, ...(writes && { BENCH_WRITE: "1" }) };
let failed = false;
await setUp(prepare);
for (const name of names.length > 0 ? names : KNOWN) {
  const file = join(BENCHES, `${name}.ts`);
  console.log(`\n${name}`);
  const { status } = spawnSync(process.execPath, ["--import", TEXTS, file, ...settings], {
    stdio: "inherit",
    env,
  });
  if (status !== 0) failed = true;
}
process.exit(failed ? 1 : 0);
