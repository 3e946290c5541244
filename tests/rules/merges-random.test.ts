import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { MERGE, REMOVE, state } from "./support/merge.ts";
import { createRules, identity, type Persona, type Rules } from "./support/rules.ts";
import { createWorld, publicUrl, type World } from "./support/world.ts";

// Merges, removals and undoings of several jerseys, in random order and at once. Undoing everything restores the first state
// row by row.

let rules: Rules;
let world: World;
const open: pg.Client[] = [];

beforeAll(async () => {
  rules = await createRules(undefined, ["reviewer", "otherReviewer", "member"]);
  world = await createWorld(rules);
  await rules.system("delete from private.write_limits");
});
afterAll(async () => {
  await Promise.all(open.map((client) => client.end()));
  await rules.close();
});

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: rules.url });
  await client.connect();
  open.push(client);
  return client;
}

async function begin(client: pg.Client, persona: Persona): Promise<void> {
  await client.query("begin");
  await client.query(
    "select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)",
    identity(persona, rules.ids),
  );
}

/** Commits one statement of a persona; resolves to its error's message if it is refused. */
async function attempt(
  client: pg.Client,
  persona: Persona,
  text: string,
  values: readonly unknown[] = [],
): Promise<string> {
  await begin(client, persona);
  try {
    await client.query(text, [...values]);
    await client.query("commit");
    return "done";
  } catch (error) {
    await client.query("rollback");
    // Anything else is a fault: a deadlock, a broken constraint.
    if (error instanceof pg.DatabaseError && error.code?.startsWith("PT4")) return error.message;
    throw error;
  }
}

async function approved(
  author: Exclude<Persona, "visitor">,
  title: string,
  status = "approved",
): Promise<string> {
  const { rows } = await rules.system(
    `insert into jerseys (title, author_id, league, competition_id, season_id, team_id, status)
     values ($1, $2, 'SOCCER', $3, $4, $5, $6) returning id`,
    [title, rules.ids[author], world.competition, world.season, world.team, status],
  );
  return rows[0].id;
}

async function expectExactCounters(): Promise<void> {
  for (const recount of [
    "recount_votes",
    "recount_sums",
    "recount_standings",
    "recount_catalogue",
  ]) {
    const { rows } = await rules.system(`select * from ${recount}()`);
    expect([recount, rows]).toEqual([recount, []]);
  }
}

it.each([1, 2, 3])("restores the first state, with seed %i", async (seed) => {
  const random = seededRandom(seed);
  const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)]!;
  const ids: string[] = [];
  const client = await connect();
  for (const author of ["owner", "stranger", "member", "owner", "stranger"] as const) {
    ids.push(
      await approved(author, `Maillot ${ids.length}`, ids.length === 4 ? "pending" : "approved"),
    );
  }
  for (const id of ids) {
    for (const name of ["a", "b", "c"]) {
      await rules.system(
        "insert into jersey_images (jersey_id, url, position) values ($1, $2, $3)",
        [id, publicUrl(rules.ids.owner, `${id}-${name}.webp`), Math.floor(random() * 9)],
      );
    }
    await rules.system("insert into jersey_redirects values (gen_random_uuid(), $1)", [id]);
    for (const persona of ["owner", "stranger", "member", "reviewer"] as const) {
      for (const [share, text] of [
        [0.6, "insert into jersey_votes (jersey_id, vote) values ($1, 'up')"],
        [0.5, "insert into user_collections (jersey_id) values ($1)"],
        [0.4, "insert into copies (jersey_id, notes) values ($1, 'La mienne')"],
        [0.5, "insert into user_wishlists (jersey_id, note) values ($1, 'Un jour')"],
        [0.3, "insert into comments (jersey_id, body) values ($1, 'Beau')"],
        [0.3, "insert into reports (target_type, target_id) values ('jersey', $1)"],
        [0.3, "select suggest('jersey', $1, '{\"edition\": \"Finale\"}', 'Vu sur la photo')"],
        [0.3, "select suggest('jersey', $1, '{\"removal\": null}', 'Pas un maillot')"],
      ] as const) {
        if (random() < share) {
          await attempt(client, persona, text, [id]).catch((error: pg.DatabaseError) => {
            // A submission is not theirs to write about.
            if (id !== ids[4]) throw error;
          });
        }
      }
    }
  }
  const first = await state(rules);

  const steps = Array.from({ length: 80 }, () => {
    const [by, gone, kept, share] = [
      pick(["reviewer", "otherReviewer", "admin"] as const),
      pick(ids),
      pick(ids),
      random(),
    ];
    return (worker: pg.Client) => {
      if (share < 0.45) return attempt(worker, by, MERGE, [gone, kept]);
      if (share < 0.6) return attempt(worker, by, REMOVE, [gone]);
      return attempt(
        worker,
        by,
        `select undo(revision_id => id, reason => 'Une erreur') from (
           select id from revisions where changes ?| '{merged,jersey}' order by id desc limit 8) latest
         order by random() limit 1`,
      );
    };
  });
  const workers = await Promise.all([connect(), connect(), connect()]);
  await Promise.all(
    workers.map(async (worker) => {
      for (let step = steps.shift(); step; step = steps.shift()) await step(worker);
    }),
  );
  await expectExactCounters();
  const happened = await rules.system("select from revisions where kind in ('merge', 'removal')");
  expect(happened.rowCount).toBeGreaterThan(5);

  // Until nothing is left: what others were built on comes later.
  for (let left = 1; left > 0;) {
    const { rows } = await rules.system("select batch_id from gone_jerseys order by random()");
    for (const { batch_id: batch } of rows) {
      expect(
        await attempt(client, "admin", "select undo(batch_id => $1, reason => 'Tout annuler')", [
          batch,
        ]),
      ).toBe("done");
    }
    const still = (await rules.system("select from gone_jerseys")).rowCount ?? 0;
    expect(still).toBeLessThan(left === 1 ? rows.length + 1 : left);
    left = still;
  }
  expect(await state(rules)).toEqual(first);
  await expectExactCounters();
  expect((await rules.system("select from private.moved_rows")).rowCount).toBe(0);
  await rules.system("delete from jerseys where id = any ($1)", [ids]);
  await rules.system("delete from copies");
});

/** What `late` comes to, if it is begun while the other's transaction is open. */
async function meanwhile(
  [by, text, values]: [Persona, string, unknown[]],
  late: [Persona, string, unknown[]],
): Promise<string> {
  const [early, other] = [await connect(), await connect()];
  await begin(early, by);
  await early.query(text, values);
  const outcome = attempt(other, ...late);
  outcome.catch(() => undefined);
  const waiting =
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await expect.poll(async () => (await rules.system(waiting)).rowCount).toBe(1);
  await early.query("commit");
  return outcome;
}

describe("at once", () => {
  let gone: string;
  let kept: string;
  beforeAll(async () => {
    await rules.system("update jerseys set status = 'rejected' where id = $1", [world.pending]);
  });
  const jerseys = async (status = "approved") => {
    [gone, kept] = [
      await approved("owner", "Doublon", status),
      await approved("stranger", "Gardé"),
    ];
  };

  it.each([
    ["two merges", MERGE, "jersey_merged"],
    ["a merge and a removal", REMOVE, "jersey_merged"],
    [
      "a merge and a vote",
      "insert into jersey_votes (jersey_id, vote) values ($1, 'up')",
      "jersey_merged",
    ],
    [
      "a merge and a comment",
      "insert into comments (jersey_id, body) values ($1, 'Superbe')",
      "jersey_merged",
    ],
    ["a merge and a wish", "insert into user_wishlists (jersey_id) values ($1)", "jersey_merged"],
    ["a merge and a copy", "insert into copies (jersey_id) values ($1)", "jersey_merged"],
    [
      "a merge and a report",
      "insert into reports (target_type, target_id) values ('jersey', $1)",
      "jersey_merged",
    ],
    [
      "a merge and a title",
      "update jerseys set title = 'Autre titre' where id = $1",
      "jersey_merged",
    ],
    ["a merge and the deletion", "delete from jerseys where id = $1", "jersey_merged"],
    [
      "a merge and a decision",
      "select moderate_jersey($1, 'rejected', 'Flou', overrule => true)",
      "jersey_merged",
    ],
  ])("%s: the second is told where it went", async (_, text, message) => {
    await jerseys();
    const late = await meanwhile(
      ["reviewer", MERGE, [gone, kept]],
      [/^select/.test(text) ? "admin" : "owner", text, text.includes("$2") ? [gone, kept] : [gone]],
    );
    expect(late).toBe(message);
    for (const table of ["jersey_votes", "comments", "user_wishlists", "copies"]) {
      expect(
        (await rules.system(`select from ${table} where jersey_id = $1`, [gone])).rowCount,
      ).toBe(0);
    }
  });

  it("an approval and a merge: it is merged as a public one", async () => {
    await jerseys("pending");
    const outcome = await meanwhile(
      ["admin", "select moderate_jersey($1, 'approved')", [gone]],
      ["reviewer", MERGE, [gone, kept]],
    );
    expect(outcome).toBe("done");
    await expectExactCounters();
  });

  it("two undoings: the second finds it done", async () => {
    await jerseys();
    await attempt(await connect(), "reviewer", REMOVE, [gone]);
    const { rows } = await rules.system("select batch_id from gone_jerseys where jersey_id = $1", [
      gone,
    ]);
    const undo = "select undo(batch_id => $1, reason => 'Une erreur')";
    const outcome = await meanwhile(
      ["reviewer", undo, [rows[0].batch_id]],
      ["admin", undo, [rows[0].batch_id]],
    );
    expect(outcome).toBe("done");
    const undone = await rules.system(
      "select from revisions where kind = 'undo' and target_id = $1",
      [gone],
    );
    expect(undone.rowCount).toBe(1);
  });

  it("two sweeps: the second has nothing left", async () => {
    await jerseys();
    await attempt(await connect(), "reviewer", REMOVE, [gone]);
    await rules.system("update gone_jerseys set undo_until = now()");
    const servers = [await connect(), await connect()];
    const swept = await Promise.all(
      servers.map(
        async (server) =>
          (await server.query("select sweep_gone_jerseys() as swept")).rows[0].swept,
      ),
    );
    expect(Math.min(...swept)).toBe(0);
  });
});
