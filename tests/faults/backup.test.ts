import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { expect, inject, onTestFinished, test } from "vitest";

import { brandNames, serviceHeaders, wronglyDerived } from "../support/service-access.ts";
import { plainEnvironment, startServer, temporaryFolder } from "../support/server.ts";

const run = promisify(execFile);

function command(name: string, dataDir: string, ...args: string[]) {
  return run(process.execPath, [`server/cli/${name}.ts`, ...args], {
    cwd: inject("projectCopy"),
    env: { ...plainEnvironment(), DATA_DIR: dataDir },
  });
}

test("a backup made during writes has the files and every row written before", async () => {
  const folder = await temporaryFolder();
  const backup = join(folder, "backup");
  const original = await startServer();
  await original.ready();
  const headers = await serviceHeaders(original.dataDir);
  const insert = (from: number, to: number) =>
    fetch(`${original.url}/rest/v1/brands`, {
      method: "POST",
      headers,
      body: JSON.stringify(Array.from({ length: to - from }, (_, n) => ({ name: `${from + n}` }))),
    });
  expect((await insert(0, 5_000)).status).toBe(201);
  await writeFile(join(original.dataDir, "some-upload"), "bytes");
  const [, ...meanwhile] = await Promise.all([
    command("backup", original.dataDir, backup),
    insert(5_000, 10_000),
    insert(10_000, 15_000),
  ]);
  expect(meanwhile.map(({ status }) => status)).toEqual([201, 201]);

  const dataDir = join(folder, "data");
  await command("restore", dataDir, backup);
  await expect(command("restore", dataDir, backup)).rejects.toThrow("already has a database");
  const restored = await startServer({ DATA_DIR: dataDir });
  await restored.ready();
  expect(await readFile(join(dataDir, "some-upload"), "utf8")).toBe("bytes");
  const names = await brandNames(dataDir);
  const lost = Array.from({ length: 5_000 }, (_, n) => `${n}`).filter((name) => !names.has(name));
  expect(lost).toEqual([]);
  expect([5_000, 10_000, 15_000]).toContain(names.size);
  expect(await wronglyDerived(dataDir)).toEqual([]);
});

test("rebuild repairs and names wrong counts while the site runs", async () => {
  const server = await startServer();
  await server.ready();
  const url = (await readFile(join(server.dataDir, "database-url"), "utf8")).trim();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(
    "insert into private.catalogue_teams values (gen_random_uuid(), private.nil(), 3)",
  );
  expect((await command("rebuild", server.dataDir)).stdout).toMatch(
    /^team of the catalogue [-0-9a-f]+: 3 → none\nrepaired: 1\n$/,
  );
  expect((await command("rebuild", server.dataDir)).stdout).toBe("everything is right\n");
});

test.each([["backup"], ["restore"], ["admin"], ["seed", "everything"]])(
  "%s without what it needs says how it is used",
  async (name, ...args) => {
    const failed = command(name, join(await temporaryFolder(), "data"), ...args);
    await expect(failed).rejects.toMatchObject({ code: 1, stderr: /^usage: npm run [^\n]+\n$/ });
  },
);
