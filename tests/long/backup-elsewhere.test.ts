import {
  type DebianPostgres,
  debianPostgres,
  picture,
  startDebianPostgres,
} from "@maillotheque/backend/testing";
import { execFile } from "node:child_process";
import { appendFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";

import { serviceHeadersAt } from "../support/service-access.ts";
import { plainEnvironment, startServer, temporaryFolder } from "../support/server.ts";
import { startStore, type Store } from "./support/s3.ts";

const run = promisify(execFile);

const installed = await debianPostgres();
if (!installed && process.env.CI) throw new Error("PostgreSQL is not installed");
if (!installed)
  console.warn("skipped: backups of a database elsewhere (apt-get install postgresql)");

describe.skipIf(!installed)("a site whose database and files are elsewhere", () => {
  const undo: (() => Promise<void>)[] = [];
  const later = (step: () => Promise<void>) => void undo.push(step);
  let postgres: DebianPostgres;
  let site: { url: string; store: Store };
  let backup: string;
  const pictures = new Map<string, Buffer>();

  async function place(name: string): Promise<{ url: string; store: Store }> {
    const store = await startStore();
    later(() => store.close());
    return { url: await postgres.createDatabase(name), store };
  }

  /** Runs a command of the site, with the client programs in `bin`. */
  async function command(
    name: "backup" | "restore",
    { url, store }: { url: string; store: Store },
    folder: string,
    bin = postgres.bin,
  ): Promise<string> {
    const dataDir = join(await temporaryFolder(later), "data");
    const { stdout } = await run(process.execPath, [`server/cli/${name}.ts`, folder], {
      cwd: inject("projectCopy"),
      env: {
        ...plainEnvironment(),
        PATH: bin,
        DATA_DIR: dataDir,
        DATABASE_URL: url,
        ...store.settings,
      },
    });
    return stdout;
  }

  function startSite({ url, store }: { url: string; store: Store }) {
    return startServer({ DATABASE_URL: url, SEED: "none", ...store.settings }, later);
  }

  async function query(url: string, sql: string): Promise<{ name: string }[]> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<{ name: string }>(sql);
    await client.end();
    return rows;
  }

  const brands = async (url: string) =>
    (await query(url, "select name from brands")).map(({ name }) => name);

  beforeAll(async () => {
    postgres = await startDebianPostgres();
    later(() => postgres.stop());
    site = await place("site");
  });

  afterAll(async () => {
    for (const step of undo.toReversed()) await step();
  });

  test("is backed up while it is written to", async () => {
    const server = await startSite(site);
    await server.ready();
    const headers = await serviceHeadersAt(site.url);
    for (const name of ["a", "b", "c"]) {
      const answer = await fetch(`${server.url}/storage/v1/object/jerseys/${name}.png`, {
        method: "POST",
        headers: { ...headers, "content-type": "image/png" },
        body: await picture("png", 700, 700),
      });
      expect(answer.status).toBe(200);
      pictures.set(name, await download(server.url, name));
    }
    const insert = async (from: number, to: number) => {
      const rows = Array.from({ length: to - from }, (_, n) => ({ name: `${from + n}` }));
      const body = JSON.stringify(rows);
      return (await fetch(`${server.url}/rest/v1/brands`, { method: "POST", headers, body }))
        .status;
    };
    expect(await insert(0, 5_000)).toBe(201);
    backup = join(await temporaryFolder(later), "backup");
    const [said, ...meanwhile] = await Promise.all([
      command("backup", site, backup),
      insert(5_000, 10_000),
      insert(10_000, 15_000),
    ]);
    expect(said).toMatch(/^\d+ tables with \d+ rows and 3 files are backed up to /);
    expect(meanwhile).toEqual([201, 201]);
  });

  test("its backup can be checked without the site", async () => {
    const checked = await run("sha256sum", ["--check", "--strict", "--quiet", "SHA256SUMS"], {
      cwd: backup,
    });
    expect(checked.stdout).toBe("");
    expect((await readdir(backup)).toSorted()).toEqual([
      "SHA256SUMS",
      "backup.json",
      "database.dump",
      "storage",
    ]);
  });

  test("is restored into an empty database and another store, every table and file as it was", async () => {
    const other = await place("other");
    const said = await command("restore", other, backup);
    expect(said).toMatch(
      /^\d+ tables with \d+ rows and 3 files are restored, each as it was saved/,
    );
    expect(await command("restore", other, backup), "again").toBe(said);

    const server = await startSite(other);
    await server.ready();
    const names = await brands(other.url);
    expect(names).toEqual(expect.arrayContaining(Array.from({ length: 5_000 }, (_, n) => `${n}`)));
    expect([5_000, 10_000, 15_000], "a state between two writes").toContain(names.length);
    for (const [name, content] of pictures) {
      expect((await download(server.url, name)).equals(content), name).toBe(true);
    }
  });

  test("a database with content is left alone", async () => {
    await query(site.url, "insert into brands (name) values ('written after the backup')");
    const before = await brands(site.url);
    await expect(command("restore", site, backup)).rejects.toMatchObject({
      code: 1,
      stderr: /^[^\n]+ restore into an empty database\n$/,
    });
    expect(await brands(site.url)).toEqual(before);
  });

  test("damaged files are named", async () => {
    const damaged = join(await temporaryFolder(), "backup");
    await run("cp", ["-a", backup, damaged]);
    const [file] = await readdir(join(damaged, "storage"), { recursive: true, withFileTypes: true })
      .then((entries) => entries.filter((entry) => entry.isFile()))
      .then((files) => files.map(({ parentPath, name }) => join(parentPath, name)));
    await appendFile(file!, "!");
    const other = await place("damaged");
    await expect(command("restore", other, damaged)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`1 files of the backup are damaged, the first is ${file}`),
    });
    await appendFile(join(damaged, "database.dump"), "!");
    await expect(command("restore", await place("worse"), damaged)).rejects.toMatchObject({
      code: 1,
      stderr: `${join(damaged, "database.dump")} is damaged: take another backup\n`,
    });
  });

  test("a missing program is named, and nothing stays behind", async () => {
    const folder = await temporaryFolder();
    const target = join(folder, "backup");
    await expect(command("backup", site, target, folder)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^pg_dump isn't installed here: [^\n]+\n$/),
    });
    expect(await readdir(folder)).toEqual([]);
  });
});

async function download(url: string, name: string): Promise<Buffer> {
  const answer = await fetch(`${url}/storage/v1/object/public/jerseys/${name}.png`);
  return Buffer.from(await answer.arrayBuffer());
}
