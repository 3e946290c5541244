/**
 * A list of 5,000 shirts in the database: its dry run (matching, in batches of 200 lines, one after the other and two at a
 * time as the page sends them) and its import. Targets, on 2 cores: dry run ≤ 10 s, import ≤ 30 s.
 *
 *     npm run bench -- import [--jerseys 10000] [--lines 5000]
 *
 * `--catalogue`: 20,000 jerseys into the catalogue instead, each with an image. Target: ≤ 180 s.
 *
 *     npm run bench -- import --catalogue [--jerseys 10000] [--lines 20000]
 */
import { randomUUID } from "node:crypto";
import pg from "pg";
import { parseArgs } from "node:util";

import { startBenchServer } from "./scale/database.ts";
import { ADMIN } from "./scale/subjects.ts";
import { report, table } from "./support/report.ts";

const { values: given } = parseArgs({
  options: {
    jerseys: { type: "string", default: "10000" },
    lines: { type: "string" },
    catalogue: { type: "boolean", default: false },
  },
});
const LINES = Number(given.lines ?? (given.catalogue ? 20_000 : 5000));
const BATCH = 200;
const MOST_MATCHING_S = 10;
const MOST_IMPORTING_S = 30;
const MOST_CATALOGUE_S = 180;

interface Line {
  key: string;
  jersey: { team: string; title: string; season: string; kit_type: string | null };
}

const server = await startBenchServer();
const url = await server.copied(Number(given.jerseys), "import");
let failed = false;
try {
  const [client, second] = await Promise.all([connect(url), connect(url)]);
  const [rows, isSlow] = given.catalogue
    ? await measureCatalogue(client)
    : await measureCollection(client, second);
  await Promise.all([client.end(), second.end()]);
  console.table(rows);
  await report(
    given.catalogue ? "import-catalogue" : "import",
    table(["what", "time", "target"], rows),
    `${rows.map(([what, time]) => `${what}: ${time}`).join("; ")}.`,
  );
  failed = isSlow;
} finally {
  await server.drop(url);
  await server.stop();
}
process.exit(failed ? 1 : 0);

type Measured = [rows: string[][], isSlow: boolean];

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

async function signIn(client: pg.Client): Promise<void> {
  await client.query(
    "select set_config('role', 'authenticated', false), set_config('request.jwt.claims', $1, false)",
    [JSON.stringify({ role: "authenticated", sub: ADMIN })],
  );
}

async function measureCollection(client: pg.Client, second: pg.Client): Promise<Measured> {
  const lines = await linesOf(client);
  if (lines.length === 0) throw new Error("there are no jerseys to import");
  await Promise.all([signIn(client), signIn(second)]);
  const inTurn = await secondsOf(async () => {
    for (const batch of batches(lines)) await match(client, batch);
  });
  const matching = await secondsOf(async () => {
    const all = batches(lines);
    for (let n = 0; n < all.length; n += 2) {
      await Promise.all([match(client, all[n] ?? []), match(second, all[n + 1] ?? [])]);
    }
  });
  const { rows: started } = await client.query<{ id: string }>(
    "insert into collection_imports (file_name, line_count) values ('bench.csv', $1) returning id",
    [lines.length],
  );
  const { rows: jerseys } = await client.query<{ id: string }>(
    "select id from jerseys order by id limit $1",
    [lines.length],
  );
  const importing = await secondsOf(async () => {
    const matched = lines.map(({ key }, n) => ({
      key,
      jersey_id: jerseys[n % jerseys.length]?.id,
      details: {
        size: "M",
        condition: "good",
        price: "49.90",
        currency: "EUR",
        bought_on: "2019-07",
      },
    }));
    for (const batch of batches(matched)) {
      await client.query("select import_copies($1, $2)", [started[0]?.id, JSON.stringify(batch)]);
    }
  });
  const { rows: stored } = await client.query<{ added: number }>(
    "select added from collection_imports where id = $1",
    [started[0]?.id],
  );
  const added = stored[0]?.added ?? 0;
  if (added === 0) throw new Error("no copy was imported");
  return [
    [
      [`dry run of ${lines.length} lines, batches in turn, s`, inTurn.toFixed(1), ""],
      [
        `dry run of ${lines.length} lines, two at a time, s`,
        matching.toFixed(1),
        `≤ ${MOST_MATCHING_S}`,
      ],
      [`import of ${added} copies, s`, importing.toFixed(1), `≤ ${MOST_IMPORTING_S}`],
    ],
    matching > MOST_MATCHING_S || importing > MOST_IMPORTING_S,
  ];
}

async function match(client: pg.Client, batch: readonly Line[]): Promise<void> {
  await client.query("select match_copies($1)", [JSON.stringify(batch)]);
}

/** A dry run, the import as approved, the same file again, and undoing. */
async function measureCatalogue(client: pg.Client): Promise<Measured> {
  const lines = await catalogueLines(client);
  await client.query(
    `insert into storage.objects (bucket_id, name, metadata)
     select 'jerseys', $1 || '/bench-' || n || '.webp', '{"size": 100000}' from generate_series(0, $2) n`,
    [ADMIN, lines.length],
  );
  await signIn(client);
  const matching = await secondsOf(async () => {
    for (const batch of batches(lines)) {
      await client.query("select match_jerseys($1)", [JSON.stringify(batch)]);
    }
  });
  const importLines = async () => {
    const id = randomUUID();
    await client.query("select begin_catalogue_import($1, 'bench.csv', 'bench', $2, 'approved')", [
      id,
      lines.length,
    ]);
    for (const [n, batch] of batches(lines).entries()) {
      await client.query("select import_jerseys($1, $2, $3)", [id, n, JSON.stringify(batch)]);
    }
    const { rows } = await client.query<{ added: number }>(
      "select added from catalogue_imports where id = $1",
      [id],
    );
    return { id, added: rows[0]?.added ?? 0 };
  };
  let first = { id: "", added: 0 };
  const importing = await secondsOf(async () => void (first = await importLines()));
  if (first.added === 0) throw new Error("no jersey was imported");
  const again = await secondsOf(async () => void (await importLines()));
  const undoing = await secondsOf(async () => {
    let next: unknown = null;
    do {
      const { rows } = await client.query(
        "select undo(batch_id => $1, reason => 'Bench', after => $2) as step",
        [first.id, next && JSON.stringify(next)],
      );
      next = rows[0].step.next;
    } while (next);
  });
  return [
    [
      [`dry run of ${lines.length} lines, s`, matching.toFixed(1), ""],
      [`import of ${first.added} jerseys, s`, importing.toFixed(1), `≤ ${MOST_CATALOGUE_S}`],
      ["the same file again, s", again.toFixed(1), ""],
      ["undoing, s", undoing.toFixed(1), ""],
    ],
    importing > MOST_CATALOGUE_S,
  ];
}

/** Jerseys of teams in seasons as a file names them, of which one in ten is there already. */
async function catalogueLines(client: pg.Client): Promise<{ key: string }[]> {
  const { rows } = await client.query<{ team: string; competition: string; season: string }>(
    `select team.name as team, home.slug as team_competition, competition.slug as competition, season.code as season, kit as kit_type
     from team_seasons played join teams team on team.id = played.team_id
     join competitions home on home.id = team.competition_id
     join competitions competition on competition.id = played.competition_id
     join seasons season on season.id = played.season_id
     cross join unnest(array['home', 'away', 'third', 'training', 'other']) kit
     order by md5(team.id::text || season.code || kit) limit $1`,
    [LINES],
  );
  return rows.map((row, n) => ({
    ...row,
    key: `bench ${n}`,
    title: `Maillot ${row.team} ${row.season} n° ${n}`,
    price: "89.90",
    brand: n % 3 === 0 ? "adidas" : "Nike",
    may_repeat: true,
    images: [{ path: `${ADMIN}/bench-${n}.webp`, licence: "CC-BY-SA-4.0" }],
  }));
}

/** Lines as a file has them: every other one names the jersey by its title, too. */
async function linesOf(client: pg.Client): Promise<Line[]> {
  const { rows } = await client.query<Line["jersey"]>(
    `select team, title, seasons.code as season, kit_type from jerseys
     join seasons on seasons.id = season_id
     where status = 'approved' and jerseys.is_active order by jerseys.id limit $1`,
    [LINES],
  );
  return rows.map((jersey, n) => ({
    key: `bench ${n}`,
    jersey: n % 2 === 0 ? jersey : { ...jersey, title: "" },
  }));
}

function batches<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / BATCH) }, (_, n) =>
    items.slice(n * BATCH, (n + 1) * BATCH),
  );
}

async function secondsOf(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}
