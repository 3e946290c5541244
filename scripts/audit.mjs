// Queries the registry for known vulnerabilities of the production dependencies. An unreachable
// registry is reported: a test must not depend on another server. After a week it fails, because
// nobody reads that line.
//
//   node scripts/audit.mjs [FILE]   FILE: keeps when the registry last answered; CI carries it from
//                                   run to run (.github/workflows/ci.yml). Without it, it never fails so.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const GRAVE = ["high", "critical"];
const LONGEST_MS = 7 * 24 * 60 * 60 * 1000;

const file = process.argv[2];
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
  const since = unansweredSince();
  process.stdout.write(`audit: NOT CHECKED${since}, the registry can't be asked (${reason})\n`);
} else {
  if (file) writeFileSync(file, new Date().toISOString());
  if (grave.length === 0) {
    process.stdout.write(`audit: nothing grave known, ${found.length} lesser\n`);
  }
  for (const { name, severity, range } of grave) {
    process.stdout.write(`audit: ${severity}: ${name} ${range}\n`);
    process.exitCode = 1;
  }
}

/** Since when, if it is known. The first time without an answer begins the week, where none was before. */
function unansweredSince() {
  if (!file) return "";
  const since = existsSync(file) ? Date.parse(readFileSync(file, "utf8").trim()) : NaN;
  if (Number.isNaN(since)) {
    writeFileSync(file, new Date().toISOString());
    return "";
  }
  if (Date.now() - since > LONGEST_MS) process.exitCode = 1;
  return ` since ${new Date(since).toISOString().slice(0, 10)}`;
}
