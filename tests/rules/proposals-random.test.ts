import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";

import { AGREE } from "./support/merge.ts";
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

/** Commits one statement of a persona; resolves to its error's message if it is refused. */
async function attempt(
  client: pg.Client,
  persona: Persona,
  text: string,
  values: readonly unknown[],
): Promise<string | pg.QueryResult> {
  await client.query("begin");
  await client.query(
    "select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)",
    identity(persona, rules.ids),
  );
  try {
    const result = await client.query(text, [...values]);
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback");
    if (!(error instanceof pg.DatabaseError)) throw error;
    // Anything else is a fault: a deadlock, a broken constraint, an error of ours.
    if (!error.code?.startsWith("PT4")) throw error;
    return error.message;
  }
}

const TABLES = {
  jerseys: "id = any ($1)",
  jersey_votes: "jersey_id = any ($1)",
  user_collections: "jersey_id = any ($1)",
  user_wishlists: "jersey_id = any ($1)",
  copies: "owner_id is not null",
  comments: "jersey_id = any ($1)",
  reports: "jersey_id = any ($1)",
  jersey_images: "jersey_id = any ($1)",
  jersey_redirects: "into_id = any ($1)",
  suggestions: "target_id = any ($1)",
};

async function state(ids: readonly string[]): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const [table, condition] of Object.entries(TABLES)) {
    const { rows } = await rules.system(
      `select to_jsonb(t) - '{updated_at,edited_at}'::text[] as row from public.${table} t
       where ${condition} ${condition.includes("$1") ? "" : "and $1::uuid[] is not null"} order by 1`,
      [ids],
    );
    found[table] = rows.map(({ row }) => row);
  }
  return found;
}

it.each([1, 2])("restores the first state, with seed %i", async (seed) => {
  const random = seededRandom(seed);
  const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)]!;
  const ids: string[] = [];
  const client = await connect();
  for (const author of ["owner", "stranger", "member", "owner", "stranger"] as const) {
    const { rows } = await rules.system(
      `insert into jerseys (title, author_id, league, competition_id, season_id, team_id, status)
       values ($1, $2, 'SOCCER', $3, $4, $5, 'approved') returning id`,
      [`Maillot ${ids.length}`, rules.ids[author], world.competition, world.season, world.team],
    );
    ids.push(rows[0].id);
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
      ] as const) {
        if (random() < share) await attempt(client, persona, text, [id]);
      }
    }
  }
  const first = await state(ids);

  const reviewers = ["reviewer", "otherReviewer", "admin"] as const;
  const steps = Array.from({ length: 80 }, () => {
    const [gone, kept, by, other, share] = [
      pick(ids),
      pick(ids),
      pick(reviewers),
      pick(reviewers),
      random(),
    ];
    return async (worker: pg.Client): Promise<void> => {
      if (share < 0.6) {
        const isMerge = share < 0.45;
        const proposed = await attempt(
          worker,
          by,
          "select id from propose($1, $2, 'Deux fois le même', $3, 'unlawful')",
          [isMerge ? "merge" : "removal", gone, isMerge ? kept : null],
        );
        if (typeof proposed === "string") return;
        const { id } = proposed.rows[0];
        if (typeof (await attempt(worker, other, AGREE, [id])) === "string") {
          await attempt(worker, by, "select withdraw_proposal($1)", [id]);
        }
      } else {
        await attempt(
          worker,
          by,
          `select undo_proposal(id, 'Une erreur') from (
             select id from proposals where status = 'done' order by random() limit 1) done`,
          [],
        );
      }
    };
  });
  const workers = await Promise.all([connect(), connect(), connect()]);
  await Promise.all(
    workers.map(async (worker) => {
      for (let step = steps.shift(); step; step = steps.shift()) await step(worker);
    }),
  );
  const happened = await rules.system("select from proposals where done_at is not null");
  expect(happened.rowCount).toBeGreaterThan(5);

  // Until nothing is left: one that others were built on names those.
  for (;;) {
    const { rows } = await rules.system(
      "select id from proposals where status = 'done' order by random()",
    );
    if (rows.length === 0) break;
    for (const { id } of rows) {
      await attempt(client, "admin", "select undo_proposal($1, 'Tout annuler')", [id]);
    }
  }
  expect(await state(ids)).toEqual(first);
  for (const recount of [
    "recount_votes",
    "recount_sums",
    "recount_standings",
    "recount_catalogue",
  ]) {
    const { rows } = await rules.system(`select * from ${recount}()`);
    expect([recount, rows]).toEqual([recount, []]);
  }
  expect((await rules.system("select from private.moved_rows")).rowCount).toBe(0);
  await rules.system("delete from jerseys where id = any ($1)", [ids]);
  await rules.system("delete from copies");
});

it("two who decide at once: one is told that it is settled", async () => {
  const propose = async () =>
    (
      await rules.system(
        `insert into proposals (kind, jersey_id, title, team, reason)
         values ('removal', $1, 'Maillot vert', 'AS Saint-Étienne', 'Ce n''est pas un maillot')
         returning id`,
        [world.approved],
      )
    ).rows[0].id;
  const [one, two] = [await connect(), await connect()];
  for (const [text, other] of [
    [AGREE, AGREE],
    [AGREE, "select object_to_proposal($1, 'Mais si')"],
  ] as const) {
    const id = await propose();
    const outcomes = await Promise.all([
      attempt(one, "admin", text, [id]),
      attempt(two, "otherReviewer", other, [id]),
    ]);
    const refusals = outcomes.filter((outcome) => typeof outcome === "string");
    // An objection is possible while the proposal rests, too.
    expect(refusals.length).toBeLessThanOrEqual(1);
    expect(refusals.every((refusal) => refusal === "proposal_settled")).toBe(true);
    expect(refusals.length).toBeGreaterThanOrEqual(text === other ? 1 : 0);
    await rules.system("update proposals set status = 'withdrawn' where id = $1", [id]);
  }
});

it("two servers carry out each proposal once", async () => {
  const { rows } = await rules.system(
    `insert into proposals (kind, jersey_id, title, team, reason, status, due_at)
     values ('removal', $1, 'Maillot vert', 'AS Saint-Étienne', 'Ce n''est pas un maillot', 'agreed', now())
     returning id`,
    [world.approved],
  );
  await rules.system("delete from notices");
  const [one, two] = [await connect(), await connect()];
  const settled = await Promise.all(
    [one, two].map(async (server) => {
      const { rows: done } = await server.query("select carry_out_proposals() as done");
      return done[0].done;
    }),
  );
  expect(settled.sort()).toEqual([0, 1]);
  const told = await rules.system("select from notices where outcome = 'taken_down'");
  expect(told.rowCount).toBe(1);
  expect(
    (await rules.system("select status from proposals where id = $1", [rows[0].id])).rows,
  ).toEqual([{ status: "done" }]);
});
