/**
 * What a new name and new colours cost a team with many jerseys, beside a like change of the jerseys alone, whose words
 * are then refreshed one by one. Target: ≤ 8 s, as long as a statement may take. Nothing is stored.
 *
 *     npm run bench -- renames [--jerseys 3000] [--rounds 3]
 */
import { parseArgs } from "node:util";
import pg from "pg";

import { startBenchServer } from "./scale/database.ts";
import { report, table } from "./support/report.ts";
import { type Figure, verdict } from "./support/targets.ts";

const { values: given } = parseArgs({
  options: {
    jerseys: { type: "string", default: "3000" },
    rounds: { type: "string", default: "3" },
  },
});

const MOST_S = 8;

const CHANGES = [
  {
    what: "name",
    together: "update teams set name = name || ' 1899' where id = $1",
    // Their title: a jersey of a chosen team takes no other name for it.
    oneByOne: "update jerseys set title = title || ' 1899' where team_id = $1",
  },
  {
    what: "colours",
    together: "update teams set colors = array['#7a1f2b', '#f2c230'] where id = $1",
    oneByOne: "update jerseys set colors = array['burgundy', 'yellow'] where team_id = $1",
  },
];

const database = await startBenchServer();
const client = new pg.Client({ connectionString: await database.sized(10_000) });
await client.connect();

/** Gives one team as many jerseys in its own colours as asked for, until the transaction is rolled back. */
async function gather(): Promise<string> {
  await client.query("begin");
  // Without triggers: what they keep is not read here.
  await client.query("set local session_replication_role = replica");
  const { rows } = await client.query<{ id: string; moved: number }>(
    `with chosen as (select id, name from teams order by id limit 1),
      moved as (
        update jerseys set team_id = chosen.id, team = chosen.name,
          colors = private.default_colors(kit_type, chosen.id, chosen.name)
        from chosen
        where jerseys.id in (
          select id from jerseys where status = 'approved' and is_active order by id limit $1)
        returning jerseys.id)
    select id, (select count(*)::integer from moved) as moved from chosen`,
    [given.jerseys],
  );
  if (rows[0]?.moved !== Number(given.jerseys)) throw new Error(`only ${rows[0]?.moved} jerseys`);
  await client.query("set local session_replication_role = origin");
  return rows[0].id;
}

/** Seconds, the least of all rounds. */
async function secondsOf(sql: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < Number(given.rounds); round++) {
    const team = await gather();
    const began = performance.now();
    await client.query(sql, [team]);
    times.push((performance.now() - began) / 1000);
    await client.query("rollback");
  }
  return Math.min(...times);
}

const lines: string[][] = [];
const figures: Figure[] = [];
for (const { what, together, oneByOne } of CHANGES) {
  const [batch, single] = [await secondsOf(together), await secondsOf(oneByOne)];
  const ratio = (single / batch).toFixed(1);
  figures.push({ what: `${what}, together`, measured: batch, most: MOST_S, unit: "s" });
  lines.push([what, `${batch.toFixed(1)} s`, `${single.toFixed(1)} s`, ratio]);
}
const page = table(
  [`${given.jerseys} jerseys of a team`, "together", "one by one", "ratio"],
  lines,
);
console.log(page.join("\n"));
const times = lines.map(
  ([what, batch, single]) => `${what} ${batch} together, ${single} one by one`,
);
verdict(figures);
await report("renames", page, `${given.jerseys} jerseys of a team: ${times.join("; ")}.`);
await client.end();
await database.stop();
