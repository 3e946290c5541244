/** `npm run bench -- NAME` runs `bench/NAME.ts`; without a name, all of them, one after the other. */
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";

const BENCHES = join(import.meta.dirname, "../bench");
const known = readdirSync(BENCHES)
  .filter((file) => file.endsWith(".ts"))
  .map((file) => file.slice(0, -".ts".length));

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`No bench named ${unknown.join(", ")}. There are: ${known.join(", ")}`);
  process.exit(1);
}
for (const name of wanted.length > 0 ? wanted : known) {
  console.log(`\n${name}`);
  const { status } = spawnSync(process.execPath, [join(BENCHES, `${name}.ts`)], {
    stdio: "inherit",
  });
  if (status !== 0) process.exit(status ?? 1);
}
