/**
 * The games of the day: choosing what a day shows, what is to be guessed and which shirts meet, and playing. Targets: choosing a day ≤ 100 ms at any
 * size, a try ≤ 20 ms p99, and with a thousand players a minute an answer ≤ 50 ms p99.
 *
 *     npm run bench -- daily [--jerseys 20000,1000000] [--days 200] [--players 1000] [--seconds 60]
 */
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { parseArgs } from "node:util";

import { startBenchServer } from "./scale/database.ts";
import { busySince, percentile } from "./scale/measure.ts";
import { report, table } from "./support/report.ts";

const { values: given } = parseArgs({
  options: {
    jerseys: { type: "string", default: "20000" },
    days: { type: "string", default: "200" },
    players: { type: "string", default: "1000" },
    seconds: { type: "string", default: "60" },
  },
});
const DAYS = Number(given.days);
const PLAYERS = Number(given.players);
const SECONDS = Number(given.seconds);
/** Milliseconds. */
const MOST = { choosing: 100, trying: 20, crowd: 50 };
/** As many connections as a server has. */
const CONNECTIONS = 10;
const TRIES = 6;
const TODAY = "private.day_at(now())";
/** The same without the schema `private`, which visitors may not use. */
const TODAY_OF_ANYBODY = "(now() at time zone 'Europe/Paris')::date";

interface Line {
  what: string;
  times: number[];
  /** The share of times that the target is for. */
  share: number;
  /** Null: shown without a target, as it depends on what else the machine does. */
  most: number | null;
}

const server = await startBenchServer();
const lines: Line[] = [];
try {
  for (const jerseys of given.jerseys.split(",").map(Number)) {
    const url = await server.copied(jerseys, "daily");
    try {
      const at = `${jerseys.toLocaleString("en")} jerseys`;
      lines.push(
        ...(await choose(url)).map(({ kind, times }) => ({
          ...{ what: `a day's ${kind}, ${at}`, times, share: 1, most: MOST.choosing },
        })),
        { what: `a try, ${at}`, times: await play(url), share: 0.99, most: MOST.trying },
      );
      lines.push({
        ...{ what: `a day's duel, ${at}`, times: await chooseDuels(url), share: 1 },
        most: MOST.choosing,
      });
      const { busy, waited } = await crowd(url);
      const what = `${PLAYERS} players in ${SECONDS} s, ${at}`;
      lines.push(
        { what, times: busy, share: 0.99, most: MOST.crowd },
        { what: `${what}, waiting included`, times: waited, share: 0.99, most: null },
      );
    } finally {
      await server.drop(url);
    }
  }
} finally {
  await server.stop();
}

const ms = (value: number) => value.toFixed(1);
const rows = lines.map(({ what, times, most, share }) => [
  ...[what, times.length, ms(percentile(times, 0.5)), ms(percentile(times, 0.99))],
  ms(percentile(times, 1)),
  most === null ? "" : `${share === 1 ? "all" : "p99"} ≤ ${most}`,
]);
const page = table(["what, ms", "measured", "median", "p99", "slowest", "target"], rows);
console.log(page.join("\n"));
await report(
  "daily",
  page,
  `${rows.map(([what, , median, p99, slowest]) => `${what}: ${median} ms (p99 ${p99}, slowest ${slowest})`).join("; ")}.`,
);
const missed = lines.filter(
  ({ times, share, most }) =>
    times.length === 0 || (most !== null && percentile(times, share) > most),
);
for (const { what } of missed) console.error(`target missed: ${what}`);
process.exit(missed.length > 0 ? 1 : 0);

async function open(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

/** Draws day after day, as the job does, and measures what is chosen. In milliseconds of the database's processor. */
async function choose(url: string) {
  const client = await open(url);
  try {
    const kinds = [
      { kind: "shown", set: "set_day" },
      { kind: "guess", set: "set_guess" },
    ];
    const measured = kinds.map(({ kind }) => ({ kind, times: [] as number[] }));
    // From the past on, so that today and the days before can be played.
    for (let n = 0; n < DAYS; n++) {
      const day = `${TODAY} - ${DAYS} + ${n + 1}`;
      for (const [place, { kind, set }] of kinds.entries()) {
        const began = busySince(client) ?? performance.now();
        const { rows } = await client.query<{ chosen: string | null }>(
          `select private.choose_jersey('${kind}', ${day}) as chosen`,
        );
        const took = (busySince(client) ?? performance.now()) - began;
        const chosen = rows[0]?.chosen;
        if (!chosen) throw new Error(`${kind}: nothing was chosen for a day`);
        measured[place]!.times.push(took);
        await client.query(`select private.${set}(${day}, $1)`, [chosen]);
      }
    }
    return measured;
  } finally {
    await client.end();
  }
}

/** Draws duel after duel, the last one for today. In milliseconds of the database's processor. */
async function chooseDuels(url: string): Promise<number[]> {
  const client = await open(url);
  try {
    const times: number[] = [];
    for (let n = 0; n < DAYS; n++) {
      const day = `${TODAY} - ${DAYS} + ${n + 1}`;
      const began = busySince(client) ?? performance.now();
      const { rows } = await client.query<{ kind: string; pair: string[] | null }>(
        `select * from private.choose_duel(${day})`,
      );
      times.push((busySince(client) ?? performance.now()) - began);
      const [chosen] = rows;
      if (!chosen?.pair) throw new Error("no duel was chosen for a day");
      await client.query(
        `insert into daily_duels (day, kind, first_id, second_id, first_facts, second_facts)
         select ${day}, $1, one.id, other.id, private.facts_of_day(one, ${day}), private.facts_of_day(other, ${day})
         from jerseys one, jerseys other where one.id = $2 and other.id = $3`,
        [chosen.kind, ...chosen.pair],
      );
    }
    await client.query(`insert into private.duel_tallies (day) values (${TODAY})`);
    return times;
  } finally {
    await client.end();
  }
}

/** Teams that are mostly not the answer. */
async function someTeams(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    "select id from teams where is_active order by md5(id::text) limit 50",
  );
  return rows.map(({ id }) => id);
}

function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Games of one after the other, with a month of games before: milliseconds of the database's processor for a try. */
async function play(url: string): Promise<number[]> {
  const client = await open(url);
  try {
    const teams = await someTeams(client);
    await client.query("set role anon");
    const times: number[] = [];
    for (let game = 0; game < 300; game++) {
      const token = newToken();
      for (const [n, team] of teams.slice(0, TRIES).entries()) {
        const began = busySince(client) ?? performance.now();
        const { rows } = await client.query(
          `select try_guess(${TODAY_OF_ANYBODY} - ($1::integer % 30), $2, $3, $4) as game`,
          [game, team, 1900 + 10 * n, token],
        );
        times.push((busySince(client) ?? performance.now()) - began);
        if (!rows[0].game) throw new Error("a try has no answer");
      }
    }
    return times;
  } finally {
    await client.end();
  }
}

/**
 * Players who come one after the other, each with a look, six tries and an answer to the duel: milliseconds of the database's processor for an
 * answer, and until it has arrived, the wait for a connection included.
 */
async function crowd(url: string) {
  const options = "-c role=anon";
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS, options });
  const reader = await open(url);
  const teams = await someTeams(reader);
  await reader.end();
  const [busy, waited]: [number[], number[]] = [[], []];
  async function ask(text: string, values: unknown[]) {
    const began = performance.now();
    const client = await pool.connect();
    const idle = busySince(client) ?? began;
    await client.query(text, values);
    busy.push((busySince(client) ?? performance.now()) - idle);
    waited.push(performance.now() - began);
    client.release();
  }
  async function player(n: number) {
    const token = newToken();
    await ask("select guess_game(null, $1)", [token]);
    for (let place = 0; place < TRIES; place++) {
      await sleep(100 + ((n * 37 + place * 53) % 400));
      await ask(`select try_guess(${TODAY_OF_ANYBODY}, $1, $2, $3)`, [
        ...[teams[(n + place) % teams.length], 1900 + 10 * place, token],
      ]);
    }
    await ask(`select answer_duel(${TODAY_OF_ANYBODY}, $1, $2)`, [
      ["first", "second", "neither"][n % 3],
      token,
    ]);
  }
  const playing: Promise<void>[] = [];
  const began = performance.now();
  for (let n = 0; n < PLAYERS; n++) {
    playing.push(player(n));
    await sleep(Math.max(0, began + ((n + 1) * SECONDS * 1000) / PLAYERS - performance.now()));
  }
  await Promise.all(playing);
  await pool.end();
  // The look, the tries, and the answer.
  if (busy.length !== PLAYERS * (TRIES + 2)) throw new Error("players got no answers");
  return { busy, waited };
}
