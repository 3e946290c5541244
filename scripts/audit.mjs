// Queries the registry for known vulnerabilities of the production dependencies. An unreachable
// registry is reported and fails nothing: a test must not depend on another server.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const GRAVE = ["high", "critical"];

const { stdout } = spawnSync("npm", ["audit", "--omit=dev", "--json"], {
  cwd: fileURLToPath(new URL("..", import.meta.url)),
  encoding: "utf8",
  timeout: 60_000,
  maxBuffer: 1 << 26,
});
let report;
try {
  report = JSON.parse(stdout);
} catch {
  report = {};
}
const found = Object.values(report.vulnerabilities ?? {});
const grave = found.filter(({ severity }) => GRAVE.includes(severity));
if (!report.metadata?.vulnerabilities) {
  const reason = report.error?.summary || report.message || "no answer";
  process.stdout.write(`audit: NOT CHECKED, the registry can't be asked (${reason})\n`);
} else if (grave.length === 0) {
  process.stdout.write(`audit: nothing grave known, ${found.length} lesser\n`);
} else {
  for (const { name, severity, range } of grave) {
    process.stdout.write(`audit: ${severity}: ${name} ${range}\n`);
  }
  process.exitCode = 1;
}
