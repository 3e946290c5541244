import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import sharp from "sharp";
import { expect, test } from "vitest";

import { people, type People } from "../support/fuzz/people.ts";
import { brandNames } from "../support/service-access.ts";
import { type Server, startServer, until } from "../support/server.ts";
import { figure } from "./support/figures.ts";
import { smallDisk } from "./support/small-disk.ts";

const isRoot = process.getuid?.() === 0;
if (!isRoot) figure("full disk: not run, because only root may mount a small disk to fill");

const PICTURES = 3;
/** Refused because the disk is full, or because the database stopped for that reason. */
const REFUSED = [503, 504, 507];

/** Sends pictures and rows, and remembers the acknowledged ones. */
function writer(server: Server, who: People) {
  const headers = { apikey: who.service, authorization: `Bearer ${who.service}` };
  const status = (answer: Promise<Response>) =>
    answer.then(
      async (response) => (await response.text(), response.status),
      () => 0,
    );
  const pictures = new Map<string, Buffer>();
  const brands: string[] = [];
  let count = 0;
  return {
    pictures,
    brands,
    async picture(): Promise<number> {
      const name = `${who.memberId}/${(count += 1)}.png`;
      const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
      const body = await sharp({
        create: { width: 700, height: 700, channels: 3, background: "#fff", noise },
      })
        .png()
        .toBuffer();
      const answer = await status(
        fetch(`${server.url}/storage/v1/object/jerseys/${name}`, {
          method: "POST",
          headers: { ...headers, "content-type": "image/png" },
          body: new Uint8Array(body),
        }),
      );
      if (answer === 200) pictures.set(name, body);
      return answer;
    },
    async brand(): Promise<number> {
      const name = `brand ${(count += 1)}`;
      const answer = await status(
        fetch(`${server.url}/rest/v1/brands`, {
          method: "POST",
          headers: { ...headers, "content-type": "application/json" },
          body: JSON.stringify({ name }),
        }),
      );
      if (answer === 201) brands.push(name);
      return answer;
    },
  };
}

/** Files without a row that no job will delete, and rows without a file. */
async function orphans(dataDir: string): Promise<{ files: string[]; rows: string[] }> {
  const url = (await readFile(join(dataDir, "database-url"), "utf8")).trim();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ version: string; is_stored: boolean }>(
    `select version, true as is_stored from storage.objects
     union all select version::text, false from backend.storage_leftovers`,
  );
  await client.end();
  const found = await readdir(join(dataDir, "storage/objects"), { recursive: true });
  const files = new Set(
    found.map((path) => path.split("/").at(-1)!).filter((name) => name.length > 2),
  );
  const known = new Set(rows.map(({ version }) => version));
  return {
    files: [...files].filter((version) => !known.has(version)),
    rows: rows
      .filter(({ version, is_stored }) => is_stored && !files.has(version))
      .map((row) => row.version),
  };
}

test.runIf(isRoot)("a full disk refuses writes, keeps its data, and recovers", async () => {
  const disk = await smallDisk(300);
  const server = await startServer({
    DATA_DIR: join(disk.folder, "data"),
    AUTH_AUTOCONFIRM: "true",
    LOG_LEVEL: "fatal",
  });
  await server.ready();
  const write = writer(server, await people(server));
  const page = async () => (await fetch(server.url)).status;
  for (let n = 0; n < PICTURES; n += 1) {
    expect([await write.picture(), await write.brand()]).toEqual([200, 201]);
  }
  expect(await page()).toBe(200);

  for (const round of ["first", "second"]) {
    await disk.fill();
    const [uploads, rows]: [number[], number[]] = [[], []];
    for (let n = 0; n < 20; n += 1) {
      uploads.push(await write.picture());
      for (let m = 0; m < 20; m += 1) rows.push(await write.brand());
      expect(await page(), "a kept page").toBe(200);
    }
    // Writes succeed as long as they fit into space that the database has already allocated.
    expect(uploads.filter((status) => ![200, ...REFUSED].includes(status))).toEqual([]);
    expect(rows.filter((status) => ![201, ...REFUSED].includes(status))).toEqual([]);
    expect(uploads).toContain(507);
    figure(`full disk, ${round} time: uploads ${tally(uploads)}, rows ${tally(rows)}`);

    const freed = Date.now();
    await disk.free();
    await server.ready();
    await until(async () => (await write.picture()) === 200, "uploads are taken again");
    await until(async () => (await write.brand()) === 201, "rows are taken again");
    figure(`full disk, ${round} time: writes again ${Date.now() - freed} ms after there was room`);
  }

  const stored = await brandNames(server.dataDir);
  expect(write.brands.filter((name) => !stored.has(name))).toEqual([]);
  for (const [name, bytes] of write.pictures) {
    const answer = await fetch(`${server.url}/storage/v1/object/public/jerseys/${name}`);
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes), name).toBe(true);
  }
  expect(await orphans(server.dataDir)).toEqual({ files: [], rows: [] });
  expect(await readdir(join(server.dataDir, "storage/incoming"))).toEqual([]);
});

function tally(statuses: number[]): string {
  const counts: Record<string, number> = {};
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  return JSON.stringify(counts);
}
