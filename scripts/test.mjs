import { become, ensureDependencies, setUp } from "./setup.mjs";

process.once("exit", (code) => {
  // A failed set-up must also show in the last line.
  if (code !== 0) process.stdout.write("0 passed, 1 failed\n");
});
const mode = process.argv[2];
await setUp(ensureDependencies);
process.removeAllListeners("exit");
become(mode === "long" ? "scripts/test/long.ts" : "scripts/test/all.ts", mode ? [mode] : []);
