import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { beforeAll, expect, test } from "vitest";

import { databaseUrl } from "../support/service-access.ts";
import { databasePid, isRunning, type Server, startServer, until } from "../support/server.ts";

const BATCH = 200;
const BATCHES = 10;
const MEMBER = randomUUID();

let server: Server;
let jersey: string;

beforeAll(async () => {
  server = await startServer({}, () => {});
  await server.ready();
  const admin = await connected();
  await admin.query("insert into auth.users (id, email) values ($1, 'collector@example.org')", [
    MEMBER,
  ]);
  const { rows } = await admin.query<{ id: string }>(
    `with competition as (insert into competitions (league, name) values ('SOCCER', 'Coupe') returning id),
       season as (insert into seasons (code, name) values ('2024-25', '2024-2025') returning id)
     insert into jerseys (title, author_id, league, competition_id, season_id, team, status)
     select 'Vert', $1, 'SOCCER', competition.id, season.id, 'Red Star', 'approved' from competition, season
     returning id`,
    [MEMBER],
  );
  jersey = rows[0]!.id;
  await admin.end();
  return async () => {
    server.kill("SIGTERM");
    await server.ended;
  };
});

async function connected(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: await databaseUrl(server.dataDir) });
  // The database is killed on purpose.
  client.on("error", () => {});
  await client.connect();
  return client;
}

/** Runs statements as the member. Undefined if the database died before it answered. */
async function asMember<T>(run: (client: pg.Client) => Promise<T>): Promise<T | undefined> {
  const client = await connected().catch(() => undefined);
  if (!client) return undefined;
  try {
    await client.query(
      "select set_config('role', 'authenticated', false), set_config('request.jwt.claims', $1, false)",
      [JSON.stringify({ role: "authenticated", sub: MEMBER })],
    );
    return await run(client);
  } catch (error) {
    // An error of the database itself would have another code.
    const { code = "" } = error as { code?: string };
    if (/^(|57P0\d|08\w{3}|ECONN\w+|EPIPE)$/.test(code)) return undefined;
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Kills the database, and waits for the next one. */
async function killDatabase(): Promise<void> {
  const killed = databasePid(server.dataDir);
  process.kill(killed, "SIGKILL");
  await until(() => {
    try {
      const next = databasePid(server.dataDir);
      return next !== killed && isRunning(next);
    } catch {
      return false; // between two databases there is no file with a process id
    }
  }, "the next database runs");
  await server.ready();
}

interface State {
  copies: number;
  lines: number;
  wishes: number;
  votes: number;
  upvotes: number;
  added: number;
  undone: boolean;
}

async function stateOf(id: string): Promise<State> {
  const admin = await connected();
  const { rows } = await admin.query<State>(
    `select (select count(*)::int from copies) as copies,
       (select count(*)::int from private.imported_lines) as lines,
       (select count(*)::int from user_wishlists) as wishes,
       (select count(*)::int from jersey_votes) as votes,
       (select sum(upvotes)::int from jerseys) as upvotes, added, undone_at is not null as undone
     from collection_imports where id = $1`,
    [id],
  );
  await admin.end();
  return rows[0]!;
}

const batch = (n: number) => [
  ...Array.from({ length: BATCH }, (_, place) => ({
    key: `line ${n} ${place}`,
    jersey_id: jersey,
    details: { is_signed: false, size: String(place) },
  })),
];
const marks = () => [
  { key: "wish", kind: "wish", jersey_id: jersey, details: { size: "M" } },
  { key: "vote", kind: "vote", jersey_id: jersey, vote: "up" },
];

/** Sends the batches of an import until the database dies; returns how many it acknowledged. */
async function send(id: string, pauseMs: number): Promise<number> {
  let acknowledged = 0;
  await asMember(async (client) => {
    for (let n = 0; n < BATCHES; n++) {
      const lines = JSON.stringify(n === 0 ? [...batch(n).slice(2), ...marks()] : batch(n));
      await client.query("select import_copies($1, $2, $3)", [id, lines, n === BATCHES - 1]);
      acknowledged = n + 1;
      await sleep(pauseMs);
    }
  });
  return acknowledged;
}

async function begin(): Promise<string> {
  const id = randomUUID();
  const begun = await asMember((client) =>
    client.query("insert into collection_imports (id, line_count) values ($1, $2)", [
      id,
      BATCH * BATCHES,
    ]),
  );
  expect(begun).toBeDefined();
  return id;
}

const ALL = BATCH * BATCHES - 2;
const COMPLETE = { copies: ALL, lines: ALL, wishes: 1, votes: 1, upvotes: 1, added: ALL };
const NOTHING = { copies: 0, lines: 0, wishes: 0, votes: 0, upvotes: 0 };

test.each([0, 15, 60])(
  "kill -9 of the database %i ms into an import and an undo leaves nothing half done",
  async (afterMs) => {
    const id = await begin();
    const sending = send(id, 5);
    await sleep(300 + afterMs);
    await killDatabase();
    const acknowledged = await sending;
    const left = await stateOf(id);
    // Whole batches: those that were acknowledged, and at most one whose answer was lost.
    const batches = (left.copies + (left.wishes > 0 ? 2 : 0)) / BATCH;
    expect([acknowledged, acknowledged + 1]).toContain(batches);
    expect(left).toMatchObject({ lines: left.copies, added: left.copies, votes: left.wishes });
    expect(left.upvotes).toBe(left.votes);

    // Resumed from the beginning: what was imported is not imported again.
    expect(await send(id, 0)).toBe(BATCHES);
    expect(await stateOf(id)).toMatchObject(COMPLETE);

    const undoing = asMember((client) => client.query("select undo_import($1)", [id]));
    await sleep(afterMs);
    await killDatabase();
    const answer = await undoing;
    const after = await stateOf(id);
    expect(after).toMatchObject(after.undone ? NOTHING : COMPLETE);
    expect(answer === undefined || after.undone).toBe(true);
    if (!after.undone) await asMember((client) => client.query("select undo_import($1)", [id]));
    expect(await stateOf(id)).toMatchObject({ ...NOTHING, undone: true });
  },
);
