import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createRules, identity, type Persona, type Rules, type Scenario } from "./support/rules.ts";
import { addFiles, createWorld, publicUrl, type World } from "./support/world.ts";

let rules: Rules;
let world: World;
/** A connection of its own, which commits. */
let client: pg.Client | undefined;

beforeAll(async () => {
  rules = await createRules(undefined, ["reviewer", "otherReviewer", "member"]);
  world = await createWorld(rules);
  await addFiles(rules, rules.ids.member, ["a.webp"]);
});
afterAll(async () => {
  await client?.end();
  await rules.close();
});

const PREVIEW = "select preview_undo_of_member($1) as seen";
const UNDO = "select undo_member_changes($1, 'Du vandalisme') as done";

/** A suggestion of the member's that a reviewer accepts; returns the newest revision. */
async function change(
  { as, system }: Scenario,
  changes: object,
  {
    persona = "member" as Persona,
    type = "jersey",
    target = world.approved,
    photos = [] as object[],
  } = {},
): Promise<number> {
  const { rows } = await as(
    persona,
    "select id, edited_at::text as seen from suggest($1, $2, $3, 'Vu sur la photo', $4)",
    [type, target, JSON.stringify(changes), JSON.stringify(photos)],
  );
  const [{ id, seen }] = rows as [{ id: string; seen: string }];
  const verdicts = await system(
    "select jsonb_object_agg(key, '{\"accepted\": true}'::jsonb) as all from suggestions s, unnest(private.pending_keys(s)) key where s.id = $1",
    [id],
  );
  await as("otherReviewer", "select decide_suggestion($1, $2, $3)", [
    id,
    JSON.stringify(verdicts.rows[0].all),
    seen,
  ]);
  return (await system("select max(id)::int as id from revisions")).rows[0].id;
}
const preview = async ({ as }: Scenario, persona: Persona = "reviewer") =>
  (await as(persona, PREVIEW, [rules.ids.member])).rows[0].seen;
const undo = async ({ as }: Scenario, persona: Persona = "reviewer") =>
  (await as(persona, UNDO, [rules.ids.member])).rows[0].done;
/** All batches, one change each. */
async function undoSlowly({ as }: Scenario) {
  let next: object | null = null;
  let undone = 0;
  const kept: object[] = [];
  do {
    const { rows } = await as(
      "reviewer",
      "select undo_member_changes($1, 'Du vandalisme', null, $2, 1) as done",
      [rules.ids.member, next && JSON.stringify(next)],
    );
    next = rows[0].done.next;
    undone += rows[0].done.undone;
    kept.push(...rows[0].done.kept);
  } while (next);
  return { undone, kept };
}
const state = async ({ system }: Scenario) =>
  (
    await system(
      `select year, edition, kit_type, season_id, brand_id, brand, colors, title,
         (select array_agg(url order by position) from jersey_images where jersey_id = jerseys.id) as images
       from jerseys where id = $1`,
      [world.approved],
    )
  ).rows[0];

describe("undoing what a member changed", () => {
  it("is for reviewers and administrators, not on one's own", async () => {
    const forbidden = { visitor: "42501", owner: "42501", stranger: "42501", member: "42501" };
    const allowed = { admin: 1, reviewer: 1, otherReviewer: 1 };
    expect(await rules.everyone(PREVIEW, [rules.ids.member])).toEqual({ ...forbidden, ...allowed });
    expect(await rules.everyone(UNDO, [rules.ids.member])).toEqual({ ...forbidden, ...allowed });
    await rules.scenario(async ({ outcome, system }) => {
      expect(await outcome("reviewer", PREVIEW, [rules.ids.reviewer])).toBe("PT403");
      expect(await outcome("reviewer", UNDO, [rules.ids.reviewer])).toBe("PT403");
      expect(await outcome("admin", UNDO, ["00000000-0000-4000-8000-000000000000"])).toBe("PT404");
      expect(
        await outcome("reviewer", "select undo_member_changes($1, ' x ')", [rules.ids.member]),
      ).toBe("PT400");
      expect(
        await outcome(
          "reviewer",
          `select undo_member_changes($1, 'Vandale', null, '{"target_type": "x"}')`,
          [rules.ids.member],
        ),
      ).toBe("PT400");
      await system("update auth.users set banned_until = 'infinity' where id = $1", [
        rules.ids.reviewer,
      ]);
      for (const statement of [PREVIEW, UNDO]) {
        expect(await outcome("reviewer", statement, [rules.ids.member])).toBe("42501");
      }
    });
  });

  it("puts chains back to the beginning, with photos, at once or change by change", () =>
    rules.scenario(async (scenario) => {
      const { system } = scenario;
      const before = await state(scenario);
      await change(scenario, { year: 1976, edition: "Finale" });
      await change(scenario, { year: 1977, brand_id: world.brand });
      await change(scenario, { year: 1978, kit_type: "away" });
      await change(
        scenario,
        {},
        {
          photos: [
            { url: publicUrl(rules.ids.member, "a.webp"), kind: "back", rights_stated: true },
          ],
        },
      );
      await change(scenario, { city: "Saint-Étienne" }, { type: "team", target: world.team });
      await change(scenario, { country: "FR" }, { type: "competition", target: world.competition });
      const seen = await preview(scenario);
      expect(seen).toMatchObject({ total: 6, examined: 6 });
      expect(seen.revisions.map(({ back }: { back: string[] }) => back)).toEqual([
        ["country"],
        ["city"],
        ["image"],
        ["colors", "kit_type", "year"],
        ["brand", "year"],
        ["edition", "year"],
      ]);
      expect(seen.revisions.every((row: { stays: object }) => !Object.keys(row.stays).length)).toBe(
        true,
      );
      await system("savepoint undone");
      expect(await undo(scenario)).toMatchObject({
        undone: 4,
        kept: [],
        next: { target_type: "team" },
      });
      expect(await state(scenario)).toEqual(before);
      await system("rollback to savepoint undone");
      expect(await undoSlowly(scenario)).toEqual({ undone: 6, kept: [] });
      expect(await state(scenario)).toEqual(before);
      const pages = await system(
        "select (select city from teams where id = $1) as city, (select country from competitions where id = $2) as country",
        [world.team, world.competition],
      );
      expect(pages.rows).toEqual([{ city: null, country: null }]);
      // Once more finds nothing to do, and the member was told once.
      expect(await undoSlowly(scenario)).toEqual({ undone: 0, kept: [] });
      expect((await preview(scenario)).revisions).toEqual([]);
      const told = await scenario.as(
        "member",
        "select about, note, changes from notices where outcome = 'undone'",
      );
      expect(told.rows).toEqual([{ about: "profile", note: "Du vandalisme", changes: [] }]);
    }));

  it("leaves what others have changed since, and says why", () =>
    rules.scenario(async (scenario) => {
      await change(scenario, { year: 1976, edition: "Finale" });
      await change(scenario, { year: 1980 }, { persona: "stranger" });
      await change(scenario, { short_name: "Verts" }, { type: "team", target: world.team });
      const seen = await preview(scenario);
      expect(seen.revisions[1]).toMatchObject({ back: ["edition"], stays: { year: "changed" } });
      const { undone, kept } = await undoSlowly(scenario);
      expect(undone).toBe(2);
      expect(kept).toMatchObject([{ target_id: world.approved, stays: { year: "changed" } }]);
      expect(await state(scenario)).toMatchObject({ year: 1980, edition: null });
    }));

  it("does not bring back what the member had put right, nor undo twice", () =>
    rules.scenario(async (scenario) => {
      await change(scenario, { year: 1976 });
      await change(scenario, { year: 1990 });
      const vandalism = await change(scenario, { year: 1976 });
      await scenario.as("admin", "select undo_revision($1, null, 'Une erreur')", [vandalism]);
      expect(await state(scenario)).toMatchObject({ year: 1990 });
      expect(await undoSlowly(scenario)).toEqual({ undone: 2, kept: [] });
      expect(await state(scenario)).toMatchObject({ year: null });
      expect(await undoSlowly(scenario)).toEqual({ undone: 0, kept: [] });
      expect(await state(scenario)).toMatchObject({ year: null });
    }));

  it("goes no further back than asked", () =>
    rules.scenario(async (scenario) => {
      const first = await change(scenario, { year: 1976 });
      await change(scenario, { year: 1977 });
      await scenario.system("update revisions set at = now() - interval '2 days' where id = $1", [
        first,
      ]);
      const since = "now() - interval '1 day'";
      const seen = await scenario.as(
        "reviewer",
        `select preview_undo_of_member($1, ${since}) as seen`,
        [rules.ids.member],
      );
      expect(seen.rows[0].seen).toMatchObject({ total: 1, examined: 1 });
      await scenario.as("reviewer", `select undo_member_changes($1, 'Vandale', ${since})`, [
        rules.ids.member,
      ]);
      expect(await state(scenario)).toMatchObject({ year: 1976 });
    }));

  it("leaves a reviewer's own jersey to others", () =>
    rules.scenario(async (scenario) => {
      await change(scenario, { year: 1976 });
      await scenario.system("insert into user_roles (user_id, role) values ($1, 'reviewer')", [
        rules.ids.owner,
      ]);
      expect((await preview(scenario, "owner")).revisions).toMatchObject([
        { back: [], stays: { year: "own" } },
      ]);
      expect(await undo(scenario, "owner")).toMatchObject({ undone: 0, kept: [{}] });
      expect(await undo(scenario, "otherReviewer")).toMatchObject({ undone: 1 });
    }));

  it("goes on after a value that can't come back", () =>
    rules.scenario(async (scenario) => {
      await change(scenario, { country: "FR" }, { type: "competition", target: world.competition });
      const { rows } = await scenario.system(
        `insert into revisions (target_type, target_id, kind, changes, contributor_id)
         values ('team', $1, 'suggestion', '{"founded_year": {"before": 5, "after": null}}', $2) returning id`,
        [world.team, rules.ids.member],
      );
      const { undone, kept } = await undoSlowly(scenario);
      expect(undone).toBe(1);
      expect(kept).toMatchObject([{ id: Number(rows[0].id), stays: { founded_year: "refused" } }]);
    }));
});

describe("undoings of undoings", () => {
  /** A change of the given fields, which may undo another one. */
  async function revision({ system }: Scenario, fields: string[], undoes?: number) {
    const { rows } = await system(
      `insert into revisions (target_type, target_id, kind, changes, contributor_id, undoes)
       select 'jersey', $1, $2, jsonb_object_agg(field, '{"before": null, "after": 1}'::jsonb), $3, $4
       from unnest($5::text[]) field returning id::int`,
      [
        world.approved,
        undoes ? "undo" : "suggestion",
        undoes ? null : rules.ids.member,
        undoes,
        fields,
      ],
    );
    return rows[0].id as number;
  }
  const isUndone = async ({ system }: Scenario, id: number, field: string) =>
    (await system("select private.is_undone($1, $2) as yes", [id, field])).rows[0].yes;

  it("are told field by field, however often it was undone", () =>
    rules.scenario(async (scenario) => {
      const id = await revision(scenario, ["year", "price"]);
      expect(await isUndone(scenario, id, "year")).toBe(false);
      const first = await revision(scenario, ["year"], id);
      await revision(scenario, ["price"], id);
      expect(await isUndone(scenario, id, "year")).toBe(true);
      await revision(scenario, ["year"], first);
      expect(await isUndone(scenario, id, "year")).toBe(false);
      expect(await isUndone(scenario, id, "price")).toBe(true);
      const second = await revision(scenario, ["year"], id);
      expect(await isUndone(scenario, id, "year")).toBe(true);
      const third = await revision(scenario, ["year"], second);
      expect(await isUndone(scenario, id, "year")).toBe(false);
      await revision(scenario, ["year"], third);
      expect(await isUndone(scenario, id, "year")).toBe(true);
    }));

  it("are no end of undoing a member's changes, thousands of them neither", () =>
    rules.scenario(async (scenario) => {
      const id = await revision(scenario, ["year"]);
      // All at once, each row's trigger would see all of them.
      await scenario.system("alter table revisions disable trigger revisions_follow_undoing");
      await scenario.system(
        `with made as (
           select nextval(pg_get_serial_sequence('revisions', 'id')) as id, n from generate_series(1, 3000) n)
         insert into revisions (id, target_type, target_id, kind, changes, undoes)
         overriding system value
         select id, 'jersey', $1, 'undo', '{"year": {"before": null, "after": 1}}',
           coalesce(lag(id) over (order by n), $2) from made order by n`,
        [world.approved, id],
      );
      expect(await isUndone(scenario, id, "year")).toBe(false);
      expect(await preview(scenario)).toMatchObject({ total: 1, examined: 1 });
      expect(await undo(scenario)).toMatchObject({ next: { target_type: "team" } });
    }));

  it("are at most 200 an hour, which doesn't hinder undoing what a member changed", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      const id = await change(scenario, { year: 1976 });
      const one = "select undo_revision($1, null, 'Faux')";
      await system(
        "insert into private.writes (member_id, kind, amount) values ($1, 'undoings', 199)",
        [rules.ids.reviewer],
      );
      await as("reviewer", one, [id]);
      await as(
        "otherReviewer",
        "select undo_revision((select max(id) from revisions), null, 'Mais si')",
      );
      await expect(as("reviewer", one, [id])).rejects.toMatchObject({
        code: "PT429",
        message: "undoings_too_many",
      });
      expect(await undo(scenario)).toMatchObject({ undone: 1 });
    }));
});

describe("a batch", () => {
  it("that is cancelled leaves nothing half done, and the next call goes on", async () => {
    // Committed, as the batches of a screen are.
    await rules.system(
      `insert into revisions (target_type, target_id, kind, changes, contributor_id)
       select 'jersey', $1, 'suggestion',
         jsonb_build_object('year', jsonb_build_object('before', n, 'after', n + 1)), $2
       from generate_series(1950, 2049) n`,
      [world.inactive, rules.ids.member],
    );
    await rules.system("update jerseys set year = 2050 where id = $1", [world.inactive]);
    const desk = new pg.Client({ connectionString: rules.url });
    client = desk;
    await desk.connect();
    const batch = async (after: object | null, timeout: string) => {
      await desk.query("begin");
      try {
        await desk.query(
          "select set_config('role', $1, true), set_config('request.jwt.claims', $2, true), set_config('statement_timeout', $3, true)",
          [...identity("reviewer", rules.ids), timeout],
        );
        const { rows } = await desk.query(
          "select undo_member_changes($1, 'Du vandalisme', null, $2) as done",
          [rules.ids.member, after && JSON.stringify(after)],
        );
        await desk.query("commit");
        return rows[0].done;
      } catch (error) {
        await desk.query("rollback");
        throw error;
      }
    };
    const year = async () =>
      (await rules.system("select year from jerseys where id = $1", [world.inactive])).rows[0].year;
    await expect(batch(null, "20ms")).rejects.toMatchObject({ code: "57014" });
    expect(await year()).toBe(2050);
    const first = await batch(null, "0");
    expect(first).toMatchObject({ undone: 50, kept: [] });
    expect(await year()).toBe(2000);
    // Somebody begins anew: what is undone stays undone.
    expect(await batch(null, "0")).toMatchObject({ undone: 0, kept: [] });
    expect(await year()).toBe(2000);
    expect(await batch(first.next, "0")).toMatchObject({ undone: 50, kept: [] });
    expect(await year()).toBe(1950);
  });
});

describe("a large undoing", () => {
  /** Suggestions on as many teams, accepted. */
  async function vandalised(scenario: Scenario, count: number) {
    const { rows } = await scenario.system(
      `insert into teams (name, competition_id) select 'Club ' || n, $2 from generate_series(1, $1) n returning id`,
      [count, world.competition],
    );
    for (const { id } of rows) {
      await change(scenario, { name: `Vandale ${id.slice(0, 8)}` }, { type: "team", target: id });
    }
  }
  const renamed = async ({ system }: Scenario) =>
    (await system("select from teams where name like 'Vandale %'")).rowCount;
  const step = async ({ as }: Scenario, after: object | null) =>
    (
      await as("reviewer", "select undo_member_changes($1, 'Du vandalisme', null, $2) as done", [
        rules.ids.member,
        after && JSON.stringify(after),
      ])
    ).rows[0].done;

  it("of teams takes five in a call, and goes on where it was", () =>
    rules.scenario(async (scenario) => {
      await scenario.system(
        "update auth.users set created_at = now() - interval '60 days' where id = $1",
        [rules.ids.member],
      );
      await vandalised(scenario, 7);
      let done = await step(scenario, { target_type: "team" });
      expect(done.undone).toBe(5);
      expect(await renamed(scenario)).toBe(2);
      done = await step(scenario, done.next);
      expect(done.undone).toBe(2);
      expect(await renamed(scenario)).toBe(0);
    }));

  it("tells its member once, whatever the reasons", () =>
    rules.scenario(async (scenario) => {
      await change(scenario, { year: 1976 });
      await undo(scenario);
      await change(scenario, { year: 1977 });
      await scenario.as("otherReviewer", "select undo_member_changes($1, 'Encore lui')", [
        rules.ids.member,
      ]);
      expect((await scenario.system("select from notices where outcome = 'undone'")).rowCount).toBe(
        1,
      );
    }));
});

describe("an odd filter of the queue", () => {
  it.each([
    ["a list", "[]", null],
    ["an unknown name", '{"ligue": "SOCCER"}', null],
    ["a league of another type", '{"league": 3}', null],
    ["days in words", '{"days": "hier"}', null],
    ["too many days", '{"days": 99999999999}', null],
    ["a competition that is no id", '{"competition_id": "ligue-1"}', null],
    ["new members as a word", '{"new_members": "oui"}', null],
    ["a place without a time", "{}", '{"id": "00000000-0000-4000-8000-000000000000"}'],
    ["a place without an id", "{}", '{"created_at": "2026-01-01", "id": "un"}'],
    ["a place that is no object", "{}", '"demain"'],
  ])("with %s is refused by name", (_, filter, after) =>
    rules.scenario(({ as }) =>
      expect(
        as("reviewer", "select * from suggestion_queue($1, $2)", [filter, after]),
      ).rejects.toMatchObject({ code: "PT400", message: "queue_filter" }),
    ),
  );

  it("isn't what the screen sends", () =>
    rules.scenario(async ({ outcome }) => {
      const filter = JSON.stringify({
        league: "SOCCER",
        target_type: "jersey",
        new_members: true,
        competition_id: world.competition,
        days: 7,
        afterwards: false,
      });
      expect(
        await outcome("reviewer", "select * from suggestion_queue($1, 'null'::jsonb)", [filter]),
      ).toBe(0);
    }));
});
