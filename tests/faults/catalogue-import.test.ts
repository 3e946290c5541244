import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import sharp from "sharp";
import { expect, inject, onTestFinished, test } from "vitest";

import { plainEnvironment, type Server, startServer, temporaryFolder } from "../support/server.ts";
import { REBUILD } from "../support/rebuild.ts";

const ADMIN = "3b0f4c1e-0000-4000-8000-000000000001";

const KITS = ["home", "away", "third", "training", "other"];
/** Three batches: two are done when the import is killed. */
const LINES = 300;

interface Run {
  code: number;
  out: string;
}

/** Runs a command on a site's data; a code other than 0 is no error here. */
function run(server: Server, name: string, ...args: string[]): Promise<Run> {
  const { promise, resolve } = Promise.withResolvers<Run>();
  execFile(
    process.execPath,
    [`server/cli/${name}.ts`, ...args],
    { cwd: inject("projectCopy"), env: environment(server) },
    (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), out: error ? stdout + stderr : stdout }),
  );
  return promise;
}

const environment = ({ dataDir }: Server) => ({
  ...plainEnvironment(),
  DATA_DIR: dataDir,
  LOG_LEVEL: "warn",
});

/** A site with one administrator and a small catalogue, without jerseys. */
async function startSite() {
  const server = await startServer();
  await server.ready();
  const url = (await readFile(join(server.dataDir, "database-url"), "utf8")).trim();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(
    `insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
     values ($1, 'chief@example.test', now(), '{"username": "chief"}')`,
    [ADMIN],
  );
  await client.query("insert into user_roles (user_id, role) values ($1, 'admin')", [ADMIN]);
  await client.query(`
    insert into competitions (league, name) values ('SOCCER', 'Ligue 1');
    insert into seasons (code, name) values ('2023-24', '2023-2024'), ('2024-25', '2024-2025');
    insert into teams (name, competition_id) select team, id from competitions, unnest(array['AS Saint-Étienne', 'RC Lens']) team;
    insert into brands (name) values ('Le Coq Sportif')`);
  const count = async (text: string) =>
    Number((await client.query<{ n: string }>(`select count(*) as n from ${text}`)).rows[0]?.n);
  return { server, client, count, folder: await temporaryFolder() };
}

const photo = (color: string) =>
  sharp({ create: { width: 900, height: 700, channels: 3, background: color } }).composite([
    {
      input: Buffer.from(
        `<svg width="900" height="700"><circle cx="300" cy="250" r="${color.length * 20}" fill="#fff"/></svg>`,
      ),
    },
  ]);

test("imports a list with its photos, says what it refuses, and an export restores the catalogue", async () => {
  const { server, client, count, folder } = await startSite();
  const images = join(folder, "photos");
  await mkdir(images);
  const exif = { IFD3: { GPSLatitudeRef: "N", GPSLatitude: "45/1 26/1 0/1" } };
  await writeFile(join(images, "vert.jpg"), await photo("green").jpeg().withExif(exif).toBuffer());
  await writeFile(join(images, "dos.png"), await photo("darkgreen").png().toBuffer());
  await writeFile(join(images, "faux.jpg"), "no picture");
  await writeFile(join(folder, "secret.jpg"), await photo("red").jpeg().toBuffer());
  const list = join(folder, "liste.csv");
  const lines = [
    "Titre;Équipe;Compétition;Saison;Année;Type;Couleurs;Marque;Prix;Photos;Licence",
    "Maillot vert;AS Saint-Étienne;Ligue 1;2024/25;2024;domicile;vert, blanc;Le Coq Sportif;89,90 EUR;vert.jpg|dos.png;CC-BY-SA-4.0",
    "=SOMME(A1);RC Lens;ligue 1;2023-2024;;extérieur;;;;;",
    "Maillot faux;RC Lens;Ligue 1;2024-25;;third;;;;faux.jpg;",
    "Maillot sans photo;RC Lens;Ligue 1;2024-25;;other;;;;absent.jpg;",
    "Maillot du voisin;RC Lens;Ligue 1;2024-25;;training;;;;../secret.jpg;",
    "Maillot inconnu;RC Lense;Ligue 1;2024-25;1066;;;;;;",
  ];
  await writeFile(list, Buffer.from(lines.join("\r\n"), "latin1"));

  const dry = await run(server, "import", list, "--dry-run", "--images", images);
  expect(dry).toMatchObject({ code: 2 });
  expect(dry.out).toMatch(/would be added +2\n.*already there +0\n.*duplicates.* 0\nrefused +4/);
  expect(await count("jerseys")).toBe(0);
  expect(await count("storage.objects")).toBe(0);

  const report = join(folder, "refused.csv");
  const first = await run(
    server,
    "import",
    list,
    "--approve",
    "--images",
    images,
    "--report",
    report,
  );
  expect(first.code, first.out).toBe(2);
  expect(first.out).toMatch(/^added +2$/m);
  expect(first.out).toContain('line 4: images type "faux.jpg"');
  expect(first.out).toContain('line 5: images no file "absent.jpg"');
  expect(first.out).toContain('line 6: images no file "../secret.jpg"');
  expect(first.out).toMatch(/line 7: .*team unknown "RC Lense", nearest: RC Lens \(Ligue 1\)/);
  expect(first.out).toContain('year year "1066"');
  expect((await readFile(report, "utf8")).trim().split("\r\n")).toHaveLength(5);
  const { rows } = await client.query(
    `select title, status, price, colors, author_id, team_id is not null as has_team,
       (select array_agg(alt order by position) from jersey_images where jersey_id = jerseys.id) as alts
     from jerseys order by title desc`,
  );
  expect(rows).toEqual([
    {
      title: "Maillot vert",
      status: "approved",
      price: "89.9",
      colors: ["green", "white"],
      author_id: ADMIN,
      has_team: true,
      alts: ["Maillot vert", "Maillot vert (2)"],
    },
    expect.objectContaining({ title: "=SOMME(A1)", alts: null }),
  ]);
  // Stored as members' photos are: square, WebP, without where it was taken.
  const { rows: stored } = await client.query<{ url: string }>(
    "select url from jersey_images where licence = 'CC-BY-SA-4.0' order by position limit 1",
  );
  const file = await fetch(server.url + stored[0]!.url);
  const { format, width, height, exif: place } = await sharp(await file.arrayBuffer()).metadata();
  expect({ format, width, height, place }).toEqual({
    format: "webp",
    width: 1200,
    height: 1200,
    place: undefined,
  });

  const again = await run(server, "import", list, "--approve", "--images", images);
  expect(again.out).toMatch(/^added +0$/m);
  expect(again.out).toMatch(/^already there +2$/m);
  expect(await count("jerseys")).toBe(2);

  // An export restores the catalogue after all is gone.
  const exported = join(folder, "catalogue.csv");
  const copies = join(folder, "copies");
  expect(await run(server, "export", exported, "--images", copies)).toMatchObject({
    code: 0,
    out: "2 jerseys exported\n",
  });
  await client.query("delete from jerseys");
  const restored = await run(server, "import", exported, "--approve", "--images", copies);
  expect(restored, restored.out).toMatchObject({ code: 0 });
  expect(await count("jersey_images")).toBe(2);
  const anew = join(folder, "anew.csv");
  await run(server, "export", anew);
  const facts = async (name: string) =>
    (await readFile(name, "utf8")).replace(/[0-9a-f-]{36}\/[^|,]+/g, "file");
  expect(await facts(anew)).toBe(await facts(exported));
});

test("an import that is killed goes on where it was, and adds each jersey once", async () => {
  const { server, client, count, folder } = await startSite();
  const list = join(folder, "many.csv");
  const lines = Array.from(
    { length: LINES },
    (_, n) => `Maillot n° ${n},RC Lens,Ligue 1,2024-25,${KITS[n % KITS.length]},Édition ${n}`,
  );
  await writeFile(list, ["title,team,competition,season,kit_type,edition", ...lines].join("\n"));
  // The third batch waits, so that the import can't end before it is killed.
  await client.query(`
      create function hold() returns trigger language plpgsql as
        $$ begin perform pg_advisory_xact_lock(42); return new; end $$;
      create trigger hold before insert on jerseys for each row
        when (new.edition = 'Édition 250') execute function hold();
      select pg_advisory_lock(42)`);
  const child = spawn(process.execPath, ["server/cli/import.ts", list, "--queue"], {
    cwd: inject("projectCopy"),
    env: environment(server),
  });
  const closed = once(child, "close");
  for await (const chunk of child.stderr) if (/^200 of/m.test(String(chunk))) break;
  child.kill("SIGKILL");
  await closed;
  await client.query(`
      select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'advisory';
      select pg_advisory_unlock(42)`);
  await client.query("drop function hold cascade");
  expect(await count("jerseys")).toBe(200);

  const rest = await run(server, "import", list, "--queue");
  expect(rest.out, "one import, not two").toMatch(new RegExp(`^added +${LINES}$`, "m"));
  expect(await count("jerseys where status = 'pending'")).toBe(LINES);
  expect(
    await count("catalogue_imports where finished_at is not null and added = line_count"),
  ).toBe(1);
  expect((await client.query(REBUILD)).rows).toEqual([]);
  expect(await run(server, "import", list, "--queue")).toMatchObject({
    out: expect.stringMatching(new RegExp(`^already there +${LINES}$`, "m")),
  });
});

test.each([
  ["import"],
  ["import", "a.csv"],
  ["import", "a.csv", "--approve", "--queue"],
  ["export"],
])("%s without what it needs says how it is used", async (name, ...args) => {
  const failed = await run({ dataDir: await temporaryFolder() } as Server, name, ...args);
  expect(failed).toMatchObject({
    code: 1,
    out: expect.stringMatching(/^usage: npm run [^\n]+\n$/),
  });
});
