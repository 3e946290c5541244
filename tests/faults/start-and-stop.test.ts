import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { once } from "node:events";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

import { freePort } from "@maillotheque/backend/testing";
import { databasePid, isRunning, startServer, temporaryFolder } from "../support/server.ts";

test("starts on an empty folder and ends on SIGTERM, without processes or state left behind", async () => {
  const dataDir = join(await temporaryFolder(), "data");
  for (const start of ["first", "second"]) {
    const server = await startServer({ DATA_DIR: dataDir });
    await server.ready();
    const database = databasePid(dataDir);
    expect((await fetch(`${server.url}/`)).status, `${start} start`).toBe(200);
    server.kill("SIGTERM");
    expect(await server.ended).toMatchObject({ code: 0, signal: null });
    expect(isRunning(database)).toBe(false);
  }
});

test("only the owner can read secrets in the data folder", async () => {
  const server = await startServer();
  await server.ready();
  for (const file of ["database-password", "database-url"]) {
    expect((await stat(join(server.dataDir, file))).mode & 0o077, file).toBe(0);
  }
  const anonKey = await readFile(join(server.dataDir, "anon-key"), "utf8");
  expect(anonKey).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/);
});

test("a second server on the same data folder is refused with one line", async () => {
  const first = await startServer();
  await first.ready();
  const second = await startServer({ DATA_DIR: first.dataDir });
  const { code, output } = await second.ended;
  expect(code).toBe(1);
  expect(output).toMatch(/^.*in use by another running server \(process \d+\).*DATA_DIR.*\n$/);
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
});

test("a taken port is reported before anything else changes", async () => {
  const other = createServer().listen(await freePort(), "127.0.0.1");
  await once(other, "listening");
  onTestFinished(() => void other.close());
  const { port } = other.address() as { port: number };
  const dataDir = join(await temporaryFolder(), "data");
  const server = await startServer({ PORT: String(port), DATA_DIR: dataDir });
  const { code, output } = await server.ended;
  expect(code).toBe(1);
  expect(output).toMatch(new RegExp(`^port ${port} is taken by another program: .*PORT.*\n$`));
  await expect(stat(dataDir)).rejects.toThrow("ENOENT");
});

test("a read-only data folder is named", async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, "file"), "");
  for (const dataDir of [join(folder, "file"), join(folder, "file/data"), "/proc/data"]) {
    const { code, output } = await (await startServer({ DATA_DIR: dataDir })).ended;
    expect(code, dataDir).toBe(1);
    expect(output).toMatch(/^the data folder .* can't be written \(\w+\): .*DATA_DIR.*\n$/);
  }
});

test("files of another PostgreSQL version stay unchanged", async () => {
  const dataDir = join(await temporaryFolder(), "data");
  await mkdir(join(dataDir, "pg"), { recursive: true });
  await writeFile(join(dataDir, "pg/PG_VERSION"), "14\n");
  const { code, output } = await (await startServer({ DATA_DIR: dataDir })).ended;
  expect(code).toBe(1);
  expect(output).toMatch(/^.* was made by PostgreSQL 14, .*operations\.md\n$/);
});

// Which settings are refused: `env.test.ts`.
test("a wrong setting stops the start with one line that names it", async () => {
  const dataDir = join(await temporaryFolder(), "data");
  const { code, output } = await (await startServer({ DATA_DIR: dataDir, SEED: "all" })).ended;
  expect(code).toBe(1);
  expect(output).toMatch(/^SEED: [^\n]+\n$/);
});

test("an unreachable database is named without its password", async () => {
  const url = `postgres://someone:secret-word@127.0.0.1:${await freePort()}/nowhere`;
  const { code, output } = await (await startServer({ DATABASE_URL: url })).ended;
  expect(code).toBe(1);
  expect(output).toMatch(/DATABASE_URL: the database can't be used \(.*\)\n$/);
  expect(output).not.toContain("secret-word");
});
