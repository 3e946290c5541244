import { beforeAll, describe, expect, it } from "vitest";

import { randomFrom } from "../../support/fuzz/random.ts";
import { times } from "../../support/long.ts";
import { atOnce } from "../support/at-once.ts";
import { MERGE, REMOVE, state } from "../support/merge.ts";
import type { Persona } from "../support/rules.ts";
import { addJerseys, setUpRules, publicUrl } from "../support/fixture.ts";
import { REBUILD } from "../../support/rebuild.ts";

// Merges, removals and undoings of several jerseys, in random order and at once. Undoing everything restores the first state
// row by row.

const { rules, fixture } = setUpRules(["reviewer", "otherReviewer", "member"]);

beforeAll(async () => {
  await rules.system("delete from private.write_limits");
});

const { connect, begun, run, attempt, meanwhile } = atOnce(() => rules);
const UNDO = "select undo(batch_id => $1, reason => 'Une erreur')";
const UNDO_ONE = "select undo(batch_id => id, reason => 'Une erreur') from (select batch_id as id";

async function jersey(author: "owner" | "stranger" | "member", status: string): Promise<string> {
  return (await addJerseys(rules, fixture, rules.ids[author], ["Maillot"], status))[0]!;
}

async function expectExactCounters(): Promise<void> {
  expect((await rules.system(REBUILD)).rows).toEqual([]);
}

const gone = async (): Promise<string[]> =>
  (await rules.system("select batch_id from gone_jerseys order by random()")).rows.map(
    ({ batch_id: batch }) => batch,
  );

it.each([1, 2, 3].slice(0, times(1, 3)))("restores the first state, with seed %i", async (seed) => {
  const random = randomFrom(seed, 0);
  const pick = <T>(choices: readonly T[]): T => choices[random(choices.length)]!;
  const ids: string[] = [];
  for (const author of ["owner", "stranger", "member", "owner"] as const) {
    ids.push(await jersey(author, "approved"));
  }
  for (const id of ids) {
    for (const name of ["a", "b", "c"]) {
      const url = publicUrl(rules.ids.owner, `${id}-${name}.webp`);
      const values = [id, url, random(9)];
      await rules.system(
        "insert into jersey_images (jersey_id, url, position) values ($1, $2, $3)",
        values,
      );
    }
    await rules.system("insert into jersey_redirects values (gen_random_uuid(), $1)", [id]);
    for (const persona of ["owner", "stranger", "member", "reviewer"] as const) {
      for (const text of [
        "insert into jersey_votes (jersey_id, vote) values ($1, 'up')",
        "insert into user_collections (jersey_id) values ($1)",
        "insert into copies (jersey_id, notes) values ($1, 'La mienne')",
        "insert into user_wishlists (jersey_id, note) values ($1, 'Un jour')",
        "insert into comments (jersey_id, body) values ($1, 'Beau')",
        "insert into reports (target_type, target_id) values ('jersey', $1)",
        `select suggest('jersey', $1, '{"edition": "Finale"}', 'Vu sur la photo')`,
        `select suggest('jersey', $1, '{"removal": null}', 'Pas un maillot')`,
      ]) {
        if (random(2) === 0) await attempt(persona, text, [id]);
      }
    }
  }
  ids.push(await jersey("stranger", "pending"));
  const first = await state(rules);

  const statements = Array.from({ length: 80 }, () => {
    const by = pick(["reviewer", "otherReviewer", "admin"] as const);
    return pick<Parameters<typeof attempt>>([
      [by, MERGE, [pick(ids), pick(ids)]],
      [by, REMOVE, [pick(ids)]],
      [by, `${UNDO_ONE} from gone_jerseys order by random() limit 1) one`],
      [by, `${UNDO_ONE} from revisions where kind = 'undo' order by id desc limit 1) one`],
    ]);
  });
  const workers = await Promise.all([connect(), connect(), connect()]);
  await Promise.all(
    workers.map(async (worker) => {
      for (let next = statements.shift(); next; next = statements.shift()) {
        const [by, text, values] = next;
        await attempt(by, text, values, worker);
      }
    }),
  );
  await expectExactCounters();
  const happened = await rules.system("select from revisions where kind in ('merge', 'removal')");
  expect(happened.rowCount).toBeGreaterThan(3);

  // What others were built on comes later: each round brings some back.
  for (let left = await gone(), rounds = 0; left.length > 0; left = await gone(), rounds += 1) {
    expect(rounds).toBeLessThan(9);
    for (const batch of left) await run("admin", UNDO, [batch], workers[0]);
  }
  expect(await state(rules)).toEqual(first);
  await expectExactCounters();
  expect((await rules.system("select from private.moved_rows")).rowCount).toBe(0);
  await rules.system("delete from jerseys where id = any ($1)", [ids]);
  await rules.system("delete from copies");
});

describe("at once", () => {
  it.each([
    ["another merge", MERGE, "admin"],
    ["a removal", REMOVE, "admin"],
    ["a decision", "select moderate_jersey($1, 'rejected', 'Flou')", "admin"],
    ["a vote", "insert into jersey_votes (jersey_id, vote) values ($1, 'up')", "member"],
    ["a comment", "insert into comments (jersey_id, body) values ($1, 'Superbe')", "member"],
    ["a wish", "insert into user_wishlists (jersey_id) values ($1)", "member"],
    ["a copy", "insert into copies (jersey_id) values ($1)", "member"],
    ["a report", "insert into reports (target_type, target_id) values ('jersey', $1)", "member"],
    ["a new title", "update jerseys set title = 'Autre titre' where id = $1", "owner"],
    ["the deletion", "delete from jerseys where id = $1", "owner"],
  ] as [string, string, Persona][])(
    "a merge and %s: it is told where the jersey went",
    async (_, text, by) => {
      const both = [await jersey("owner", "approved"), await jersey("stranger", "approved")];
      const merge = await begun("reviewer", MERGE, both);
      const values = text.includes("$2") ? both : both.slice(0, 1);
      expect(await meanwhile(merge, () => attempt(by, text, values))).toBe("jersey_merged");
    },
  );

  it("an approval and a merge: the public jersey is merged", async () => {
    const both = [await jersey("owner", "pending"), await jersey("stranger", "approved")];
    const approval = await begun(
      "admin",
      "select moderate_jersey($1, 'approved')",
      both.slice(0, 1),
    );
    const merge = meanwhile(approval, () => run("reviewer", MERGE, both));
    expect(await merge).toMatchObject({ rowCount: 1 });
    await expectExactCounters();
  });

  it("two sweeps: the second finds it done", async () => {
    const id = await jersey("owner", "approved");
    await run("reviewer", REMOVE, [id]);
    await rules.system("update gone_jerseys set undo_until = now() where jersey_id = $1", [id]);
    const servers = await Promise.all([connect(), connect()]);
    const sweep = "select sweep_gone_jerseys() as swept";
    const swept = await Promise.all(
      servers.map(async (server) => (await server.query(sweep)).rows[0].swept),
    );
    expect(swept.toSorted()).toEqual([0, 1]);
  });
});
