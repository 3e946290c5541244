/**
 * A list of 5,000 shirts in the database: its dry run (matching, in batches of 200 lines) and its import.
 * Targets, on 2 cores: dry run ≤ 10 s, import ≤ 30 s.
 *
 *     npm run bench -- import [--jerseys 10000] [--lines 5000]
 */
import pg from "pg";
import { parseArgs } from "node:util";

import { startBenchServer } from "./scale/database.ts";
import { ADMIN } from "./scale/subjects.ts";
import { report, table } from "./support/report.ts";

const { values: given } = parseArgs({
  options: {
    jerseys: { type: "string", default: "10000" },
    lines: { type: "string", default: "5000" },
  },
});
const BATCH = 200;
const MOST_MATCHING_S = 10;
const MOST_IMPORTING_S = 30;

interface Line {
  key: string;
  jersey: { team: string; title: string; season: string; kit_type: string | null };
}

const server = await startBenchServer();
const url = await server.copied(Number(given.jerseys), "import");
let failed = false;
try {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const lines = await linesOf(client);
  await client.query(
    "select set_config('role', 'authenticated', false), set_config('request.jwt.claims', $1, false)",
    [JSON.stringify({ role: "authenticated", sub: ADMIN })],
  );
  const matching = await secondsOf(async () => {
    for (const batch of batches(lines)) {
      await client.query("select match_copies($1)", [JSON.stringify(batch)]);
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
  await client.end();
  const rows = [
    [`dry run of ${lines.length} lines, s`, matching.toFixed(1), `≤ ${MOST_MATCHING_S}`],
    [`import of ${lines.length} lines, s`, importing.toFixed(1), `≤ ${MOST_IMPORTING_S}`],
  ];
  console.table(rows);
  await report("import", table(["what", "time", "target"], rows));
  failed = matching > MOST_MATCHING_S || importing > MOST_IMPORTING_S;
} finally {
  await server.drop(url);
  await server.stop();
}
process.exit(failed ? 1 : 0);

/** Lines as a file has them: every other one names the jersey by its title, too. */
async function linesOf(client: pg.Client): Promise<Line[]> {
  const { rows } = await client.query<Line["jersey"]>(
    `select team, title, seasons.code as season, kit_type from jerseys
     join seasons on seasons.id = season_id
     where status = 'approved' and jerseys.is_active order by jerseys.id limit $1`,
    [Number(given.lines)],
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
