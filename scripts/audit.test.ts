import { spawnSync } from "node:child_process";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

const DAY_MS = 24 * 60 * 60 * 1000;
const UNREACHABLE = { message: "405 Method Not Allowed" };
const CLEAN = { vulnerabilities: {}, metadata: { vulnerabilities: {} } };
const GRAVE = {
  vulnerabilities: { shirt: { name: "shirt", severity: "high", range: "<2" } },
  metadata: { vulnerabilities: {} },
};

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "audit-"));
  file = join(folder, "answered");
});
afterEach(() => rm(folder, { recursive: true }));

/** Runs the script with an npm that answers this. */
async function audit(answer: object, ...args: string[]) {
  const npm = join(folder, "npm");
  await writeFile(npm, `#!/bin/sh\ncat <<'END'\n${JSON.stringify(answer)}\nEND\n`);
  await chmod(npm, 0o755);
  const script = fileURLToPath(new URL("audit.mjs", import.meta.url));
  const { status, stdout } = spawnSync(process.execPath, [script, ...args], {
    env: { ...process.env, PATH: folder + delimiter + process.env.PATH },
    encoding: "utf8",
  });
  return { status, stdout };
}

const answeredBefore = (days: number) =>
  writeFile(file, new Date(Date.now() - days * DAY_MS).toISOString());

test("an unreachable registry fails nothing for a week, then the run", async () => {
  // The first time begins the week.
  expect(await audit(UNREACHABLE, file)).toMatchObject({ status: 0 });
  expect(Date.now() - Date.parse(await readFile(file, "utf8"))).toBeLessThan(60_000);
  await answeredBefore(6);
  expect(await audit(UNREACHABLE, file)).toMatchObject({ status: 0 });
  await answeredBefore(8);
  const late = await audit(UNREACHABLE, file);
  expect(late.status).toBe(1);
  expect(late.stdout).toMatch(/^audit: NOT CHECKED since \d{4}-\d{2}-\d{2}, .*405/);
  expect(await audit(UNREACHABLE, file)).toMatchObject({ status: 1 });
});

test("an answer begins the week anew, also one that fails the run", async () => {
  await answeredBefore(8);
  expect(await audit(CLEAN, file)).toMatchObject({ status: 0 });
  expect(await audit(UNREACHABLE, file)).toMatchObject({ status: 0 });
  await answeredBefore(8);
  expect(await audit(GRAVE, file)).toEqual({ status: 1, stdout: "audit: high: shirt <2\n" });
  expect(await audit(UNREACHABLE, file)).toMatchObject({ status: 0 });
});

test("without a file it only says so", async () => {
  expect(await audit(UNREACHABLE)).toMatchObject({ status: 0 });
});
