import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createRules, identity, type Persona, type Rules, type Scenario } from "./support/rules.ts";
import { addFiles, createWorld, publicUrl, type World } from "./support/world.ts";

// Undoing what is public: of a revision, of fields, of a batch, of a member, of an import, of a roll-over.
// Merges and removals are undone in merges.test.ts.

let rules: Rules;
let world: World;
const open: pg.Client[] = [];

beforeAll(async () => {
  rules = await createRules(undefined, ["reviewer", "otherReviewer", "member"]);
  world = await createWorld(rules);
  await addFiles(rules, rules.ids.owner, ["vert.webp", "dos.webp"]);
  await addFiles(rules, rules.ids.member, ["a.webp"]);
});
afterAll(async () => {
  await Promise.all(open.map((client) => client.end()));
  await rules.close();
});

interface Undone {
  batch_id: string | null;
  total: number;
  undone: number;
  next: object | null;
  revisions: { id: number; target_id: string; back: string[]; stays: Record<string, string> }[];
}

/** A call of undo() with these arguments; the reason is given unless it is among them. */
function call(what: Record<string, unknown>): [string, unknown[]] {
  const given = Object.entries({ reason: "Une erreur", ...what });
  return [
    `select undo(${given.map(([name], n) => `${name} => $${n + 1}`).join(", ")}) as done`,
    given.map(([name, value]) => (name === "after" ? JSON.stringify(value) : value)),
  ];
}
const undo = async (
  { as }: Pick<Scenario, "as">,
  what: Record<string, unknown>,
  persona: Persona = "reviewer",
): Promise<Undone> => (await as(persona, ...call(what))).rows[0].done;
/** All steps of it; `steps` counts them. */
async function undoAll(
  scenario: Pick<Scenario, "as">,
  what: Record<string, unknown>,
  persona?: Persona,
): Promise<Undone & { steps: number }> {
  let after: object | null = null;
  const all = { steps: 0, undone: 0, revisions: [] as Undone["revisions"] };
  for (;;) {
    const done = await undo(scenario, after ? { ...what, after } : what, persona);
    all.steps += 1;
    all.undone += done.undone;
    all.revisions.push(...done.revisions);
    after = done.next;
    if (!after) return { ...done, ...all };
  }
}
const outcome = ({ outcome }: Scenario, persona: Persona, what: Record<string, unknown>) =>
  outcome(persona, ...call(what));

const newest = async ({ system }: Pick<Scenario, "system">): Promise<number> =>
  (await system("select max(id)::int as id from revisions")).rows[0].id;
const batchOf = async ({ system }: Scenario, id: number): Promise<string> =>
  (await system("select batch_id from revisions where id = $1", [id])).rows[0].batch_id;
const history = async ({ as }: Scenario, persona: Persona = "reviewer", id = world.approved) =>
  (await as(persona, "select * from history('jersey', $1)", [id])).rows;

/** A suggestion of the member's that a reviewer accepts; resolves to the newest revision. */
async function accepted(
  { as, system }: Pick<Scenario, "as" | "system">,
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
  await as(
    "otherReviewer",
    `select decide_suggestion(id, (select jsonb_object_agg(key, '{"accepted": true}'::jsonb) from unnest(pending) key), $2)
     from suggestion_queue(page_size => 100) where id = $1`,
    [rows[0].id, rows[0].seen],
  );
  return newest({ system });
}
const correct = async (scenario: Scenario, assignment: string, target = world.approved) => {
  await scenario.as("admin", `update jerseys set ${assignment} where id = $1`, [target]);
  return newest(scenario);
};
const makeReviewer = ({ system }: Scenario, persona: keyof Rules["ids"]) =>
  system("insert into user_roles (user_id, role) values ($1, 'reviewer')", [rules.ids[persona]]);

/** What is public of the approved jersey. */
const state = async ({ system }: Scenario) =>
  (
    await system(
      `select title, edition, description, external_link, league, competition_id, season_id, team_id, team, year,
         brand_id, brand, kit_type, colors, price,
         (select jsonb_agg(jsonb_build_array(id, url, position, kind) order by position) from jersey_images
          where jersey_id = jerseys.id and edit_id is null) as images
       from jerseys where id = $1`,
      [world.approved],
    )
  ).rows[0];
const withheld = async ({ system }: Scenario) =>
  (
    await system(
      "select split_part(name, '/', 2) as name from storage.objects where user_metadata ->> 'withheld' = 'true'",
    )
  ).rows.map(({ name }) => name);

/** The owner adds a photo, which is approved. */
async function addPhoto({ as, system }: Scenario, target = world.approved): Promise<number> {
  await as("owner", "insert into jersey_images (jersey_id, url, position) values ($1, $2, 1)", [
    target,
    publicUrl(rules.ids.owner, "dos.webp"),
  ]);
  await as("admin", "select moderate_jersey($1, 'approved')", [target]);
  return (await system("select max(id)::int as id from revisions where kind = 'photo'")).rows[0].id;
}

describe("undoing", () => {
  it("is for reviewers and administrators, dry runs too", () =>
    rules.scenario(async (scenario) => {
      const id = await accepted(scenario, { year: 1976 });
      const ways = [
        { revision_id: id },
        { batch_id: await batchOf(scenario, id) },
        { member: rules.ids.member },
        { revision_id: id, dry_run: true },
      ];
      for (const what of ways) {
        for (const persona of ["visitor", "owner", "stranger", "member"] as const) {
          expect(await outcome(scenario, persona, what)).toBe("42501");
        }
        await scenario.system("savepoint way");
        for (const persona of ["reviewer", "admin"] as const) {
          const { undone, revisions } = await undo(scenario, what, persona);
          expect([undone, revisions[0]?.back]).toEqual(
            what.dry_run ? [0, ["year"]] : [1, ["year"]],
          );
          await scenario.system("rollback to savepoint way");
        }
        await scenario.system("update auth.users set banned_until = 'infinity' where id = $1", [
          rules.ids.reviewer,
        ]);
        expect(await outcome(scenario, "reviewer", what)).toBe("42501");
        await scenario.system("rollback to savepoint way");
      }
    }));

  it.each<[string, (id: number, batch: string) => Record<string, unknown>, string, string]>([
    ["no reason", (revision_id) => ({ revision_id, reason: " x " }), "PT400", "undo_reason"],
    [
      "a long reason",
      (revision_id) => ({ revision_id, reason: "x".repeat(501) }),
      "PT400",
      "undo_reason",
    ],
    [
      "no reason where it isn't said whether it is a dry run",
      (revision_id) => ({ revision_id, reason: null, dry_run: null }),
      "PT400",
      "undo_reason",
    ],
    [
      "an unknown field",
      (revision_id) => ({ revision_id, fields: ["price"] }),
      "PT400",
      "revision_field_unknown",
    ],
    ["no field", (revision_id) => ({ revision_id, fields: [] }), "PT400", "revision_field_unknown"],
    [
      "a field without a name",
      (revision_id) => ({ revision_id, fields: ["year", null] }),
      "PT400",
      "revision_field_unknown",
    ],
    ["an unknown revision", (id) => ({ revision_id: id + 1000 }), "PT404", "revision_not_found"],
    ["an unknown batch", () => ({ batch_id: randomUUID() }), "PT404", "revision_not_found"],
    ["an unknown member", () => ({ member: randomUUID() }), "PT404", "member_not_found"],
    ["oneself", () => ({ member: rules.ids.reviewer }), "PT403", "revision_own"],
    ["nothing", () => ({}), "PT400", "undo_what"],
    ["two things", (revision_id, batch_id) => ({ revision_id, batch_id }), "PT400", "undo_what"],
    ["fields of a batch", (_, batch_id) => ({ batch_id, fields: ["year"] }), "PT400", "undo_what"],
    [
      "an unknown kind of page",
      () => ({ member: rules.ids.member, after: { target_type: "x" } }),
      "PT400",
      "undo_what",
    ],
    [
      "a place that is no number",
      () => ({ member: rules.ids.member, after: { id: "1; drop" } }),
      "PT400",
      "undo_what",
    ],
    [
      "a batch that is no id",
      () => ({ member: rules.ids.member, after: { batch_id: "un" } }),
      "PT400",
      "undo_what",
    ],
    [
      "adding to what somebody changed",
      (_, batch_id) => ({ member: rules.ids.member, after: { target_type: "jersey", batch_id } }),
      "PT400",
      "undo_what",
    ],
  ])("refuses %s", (_, what, code, message) =>
    rules.scenario(async (scenario) => {
      const id = await accepted(scenario, { year: 1976 });
      const asked = what(id, await batchOf(scenario, id));
      await expect(undo(scenario, asked)).rejects.toMatchObject({ code, message });
    }),
  );

  /** What stays of the member's change of year and edition, and why. */
  it.each<
    [string, (scenario: Scenario) => Promise<unknown>, string[], Record<string, string>, Persona?]
  >([
    ["nothing", async () => undefined, ["edition", "year"], {}],
    [
      "what changed since",
      (scenario) => correct(scenario, "year = 1980"),
      ["edition"],
      { year: "changed" },
    ],
    [
      "what is undone",
      async (scenario) =>
        undo(scenario, { revision_id: await newest(scenario), fields: ["edition"] }),
      ["year"],
      { edition: "undone" },
    ],
    [
      "what is hidden",
      ({ system }) =>
        system("update jerseys set is_active = false where id = $1", [world.approved]),
      [],
      { edition: "hidden", year: "hidden" },
    ],
    [
      "a change of the reviewer's own jersey",
      (scenario) => makeReviewer(scenario, "owner"),
      [],
      { edition: "own", year: "own" },
      "owner",
    ],
    [
      "not the own change",
      (scenario) => makeReviewer(scenario, "member"),
      ["edition", "year"],
      {},
      "member",
    ],
    [
      "what its jersey refuses",
      ({ system }) =>
        system(
          `update revisions set changes = '{"year": {"before": 5, "after": 1976}, "edition": {"before": null, "after": "Finale"}}'
           where id = (select max(id) from revisions)`,
        ),
      [],
      { edition: "refused", year: "refused" },
    ],
  ])("leaves %s", (_, meanwhile, back, stays, persona = "reviewer") =>
    rules.scenario(async (scenario) => {
      const revision_id = await accepted(scenario, { year: 1976, edition: "Finale" });
      await meanwhile(scenario);
      const before = await state(scenario);
      const seen = await undo(scenario, { revision_id, dry_run: true, reason: null }, persona);
      expect(await state(scenario)).toEqual(before);
      expect(seen).toMatchObject({ batch_id: null, total: 1, undone: 0, next: null });
      const done = await undo(scenario, { revision_id }, persona);
      expect(done).toMatchObject({ undone: back.length ? 1 : 0, next: null });
      expect(done.revisions).toMatchObject([
        { id: revision_id, target_id: world.approved, back, stays },
      ]);
      // A dry run can't know what the table refuses.
      if (!Object.values(stays).includes("refused")) expect(seen.revisions).toEqual(done.revisions);
      expect(await state(scenario)).toEqual({
        ...before,
        ...Object.fromEntries(back.map((field) => [field, null])),
      });
    }),
  );
});

describe("a revision", () => {
  it("goes back, is in the history and tells whose change it was", () =>
    rules.scenario(async (scenario) => {
      const before = await state(scenario);
      await scenario.as(
        "owner",
        "update jerseys set title = 'Vert 76', edition = 'Finale' where id = $1",
        [world.approved],
      );
      await scenario.as("admin", "select moderate_jersey($1, 'approved')", [world.approved]);
      const id = await newest(scenario);
      expect((await history(scenario))[0]).toMatchObject({ is_undoable: true, batch_size: 1 });
      const { batch_id } = await undo(scenario, { revision_id: id });
      expect(await state(scenario)).toEqual(before);
      const [undoing, undone] = await history(scenario);
      expect(undoing).toMatchObject({
        kind: "undo",
        undoes: String(id),
        username: null,
        reason: "Une erreur",
        is_undoable: true,
        batch_id,
      });
      expect(undone.is_undoable).toBe(false);
      const told = await scenario.as(
        "owner",
        "select topic, note, changes from notices where outcome = 'undone'",
      );
      expect(told.rows).toMatchObject([{ topic: "suggestion", note: "Une erreur" }]);
      expect(told.rows[0].changes).toContainEqual({
        field: "title",
        before: "Vert 76",
        after: "Maillot vert",
      });
    }));

  it.each(["visitor", "owner", "stranger", "reviewer", "admin"] as const)(
    "says to a %s what is undone, whole or in part, until it is brought back",
    (persona) =>
      rules.scenario(async (scenario) => {
        const id = await accepted(scenario, { year: 1976, edition: "Finale" });
        const undone = async (ids = [id]) =>
          (await scenario.as(persona, "select * from undone_revisions($1)", [ids])).rows;
        expect(await undone()).toEqual([]);
        await undo(scenario, { revision_id: id, fields: ["edition"] });
        expect(await undone([id, await newest(scenario), 0])).toEqual([
          { id: String(id), is_whole: false },
        ]);
        await undo(scenario, { revision_id: id, fields: ["year"] });
        expect(await undone()).toEqual([{ id: String(id), is_whole: true }]);
        await undo(scenario, { revision_id: await newest(scenario) }, "otherReviewer");
        expect(await state(scenario)).toMatchObject({ year: 1976, edition: null });
        expect(await undone()).toEqual([{ id: String(id), is_whole: false }]);
        await scenario.system("update jerseys set is_active = false where id = $1", [
          world.approved,
        ]);
        const isReader = persona === "owner" || persona === "admin";
        expect(await undone(), "of a page that one reads").toHaveLength(isReader ? 1 : 0);
      }),
  );

  it("brings back references, and names where they are gone", () =>
    rules.scenario(async (scenario) => {
      const { system } = scenario;
      await correct(scenario, `brand_id = '${world.brand}', kit_type = 'home'`);
      const before = await state(scenario);
      const revision_id = await correct(
        scenario,
        "brand_id = null, brand = 'Adidas', kit_type = 'away', season_id = (select id from seasons where code = '1995-96')",
      );
      await system("savepoint undone");
      await undo(scenario, { revision_id });
      expect(await state(scenario)).toEqual(before);
      await system("rollback to savepoint undone");
      await system("delete from brands where id = $1", [world.brand]);
      await undo(scenario, { revision_id });
      expect(await state(scenario)).toEqual({ ...before, brand_id: null });
    }));

  it("leaves the league where its competition is gone", () =>
    rules.scenario(async (scenario) => {
      const { system } = scenario;
      const { rows } = await system(
        "insert into competitions (league, name) values ('ESPORT', 'Coupe') returning id",
      );
      await correct(
        scenario,
        `team_id = null, team = 'Les Verts', league = 'ESPORT', competition_id = '${rows[0].id}'`,
      );
      const revision_id = await correct(
        scenario,
        `league = 'SOCCER', competition_id = '${world.competition}'`,
      );
      await system("delete from competitions where id = $1", [rows[0].id]);
      expect((await undo(scenario, { revision_id })).revisions).toMatchObject([
        { back: [], stays: { league: "changed", competition: "changed" } },
      ]);
    }));

  it("leaves colours as they were, also where they are the default ones by chance", () =>
    rules.scenario(async (scenario) => {
      // Home colours on an away shirt: they stay when somebody says that it is a home shirt.
      await correct(scenario, "kit_type = 'home', colors = '{}'");
      const { colors } = await state(scenario);
      await correct(scenario, `kit_type = 'away', colors = '{${colors.join()}}'`);
      const before = await state(scenario);
      await undo(scenario, { revision_id: await correct(scenario, "kit_type = 'home'") }, "admin");
      expect(await state(scenario)).toEqual(before);
    }));

  it("brings back no change of one's own through others' undoings", () =>
    rules.scenario(async (scenario) => {
      await accepted(scenario, { year: 1976 });
      await makeReviewer(scenario, "member");
      for (let n = 0; n < 3; n++) {
        await undo(scenario, { revision_id: await newest(scenario) }, "otherReviewer");
      }
      const own = await undo(scenario, { revision_id: await newest(scenario) }, "member");
      expect(own).toMatchObject({ undone: 0, revisions: [{ stays: { year: "own" } }] });
      // What it takes back is no decision in one's own favour.
      await undo(scenario, { revision_id: await newest(scenario) }, "otherReviewer");
      expect(await undo(scenario, { revision_id: await newest(scenario) }, "member")).toMatchObject(
        { undone: 1 },
      );
    }));
});

describe("a photo", () => {
  const HELD =
    "select held_for, retry_at > now() + interval '89 days' as later from storage_deletions";

  it.each<[string, (scenario: Scenario) => Promise<unknown>]>([
    [
      "added by its author",
      (scenario) => addPhoto(scenario).then((revision_id) => undo(scenario, { revision_id })),
    ],
    [
      "removed by an administrator",
      async (scenario) => {
        await addPhoto(scenario);
        return scenario.as(
          "admin",
          "delete from jersey_images where jersey_id = $1 and position = 1",
          [world.approved],
        );
      },
    ],
  ])("%s is held and withheld until an undo brings it back", (_, takeOut) =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      await takeOut(scenario);
      expect((await state(scenario)).images).toHaveLength(1);
      const removal = await newest(scenario);
      for (let n = 0; n < 2; n++) {
        expect(await withheld(scenario)).toEqual(["dos.webp"]);
        expect((await system(HELD)).rows).toEqual([{ held_for: world.approved, later: true }]);
        // Nobody could look at it.
        expect(
          await scenario.outcome(
            "owner",
            "insert into jersey_images (jersey_id, url) values ($1, $2)",
            [world.pending, publicUrl(rules.ids.owner, "dos.webp")],
          ),
        ).toBe("23514");
        // Nor does a decision on something else end that.
        await as("owner", "update jerseys set edition = $2 where id = $1", [
          world.approved,
          `Coupe ${n}`,
        ]);
        await as("admin", "select moderate_jersey($1, 'approved')", [world.approved]);
        const { batch_id } = await undo(
          scenario,
          { revision_id: n ? await undone(scenario) : removal },
          "otherReviewer",
        );
        expect((await state(scenario)).images).toMatchObject([
          [world.image, publicUrl(rules.ids.owner, "vert.webp"), 0, null],
          [expect.any(String), publicUrl(rules.ids.owner, "dos.webp"), 1, null],
        ]);
        expect(await withheld(scenario)).toEqual([]);
        expect((await system(HELD)).rows).toEqual([]);
        if (!n) await undo(scenario, { batch_id });
      }
    }),
  );
  /** The newest revision of a photo. */
  const undone = async ({ system }: Scenario) =>
    (await system("select max(id)::int as id from revisions where changes ? 'image'")).rows[0].id;

  it("is not withheld as long as another public jersey shows it", () =>
    rules.scenario(async (scenario) => {
      await addPhoto(scenario);
      await undo(scenario, { revision_id: await addPhoto(scenario, world.pending) });
      expect(await withheld(scenario)).toEqual([]);
    }));

  it("doesn't come back if its file was replaced while nothing showed it", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      await as("owner", "delete from jersey_images where id = $1", [world.image]);
      await as("admin", "select moderate_jersey($1, 'approved')", [world.approved]);
      const revision_id = await newest(scenario);
      // Somebody shows it again.
      await system("insert into jersey_images (jersey_id, url) values ($1, $2)", [
        world.pending,
        publicUrl(rules.ids.owner, "vert.webp"),
      ]);
      expect((await history(scenario))[0].is_undoable).toBe(true);
      // A replacement of the file bears its time, here that of the scenario: the removal was before.
      await system("update revisions set at = now() - interval '1 minute' where id = $1", [
        revision_id,
      ]);
      expect((await history(scenario))[0].is_undoable).toBe(false);
      expect(await undo(scenario, { revision_id })).toMatchObject({
        undone: 0,
        revisions: [{ stays: { image: "file" } }],
      });
    }));

  it("goes for good with the account of its owner", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      const url = publicUrl(rules.ids.member, "a.webp");
      const photo = { url, kind: "back", rights_stated: true };
      const revision_id = await accepted(scenario, {}, { photos: [photo] });
      await undo(scenario, { revision_id });
      expect((await system(HELD)).rows).toEqual([{ held_for: world.approved, later: true }]);
      const { rows } = await system(
        "insert into auth.sessions (id, user_id, created_at, updated_at) values (gen_random_uuid(), $1, now(), now()) returning id",
        [rules.ids.member],
      );
      await system("select set_config('request.jwt.claims', $1, true)", [
        JSON.stringify({ role: "authenticated", sub: rules.ids.member, session_id: rows[0].id }),
      ]);
      await system("select public.delete_account()");
      await system("select set_config('request.jwt.claims', '', true)");
      expect(
        (await system("select held_for, retry_at <= now() as due from storage_deletions")).rows,
      ).toEqual([{ held_for: null, due: true }]);
      expect(
        (await undo(scenario, { revision_id: await newest(scenario) })).revisions,
      ).toMatchObject([{ stays: { image: "file" } }]);
      expect(
        (await as("visitor", "select from jersey_images where url = $1", [url])).rowCount,
      ).toBe(0);
    }));
});

describe("a batch", () => {
  it("is what one decision changed, and goes back as one, undoings too", () =>
    rules.scenario(async (scenario) => {
      const before = await state(scenario);
      const photos = [
        { url: publicUrl(rules.ids.member, "a.webp"), kind: "back", rights_stated: true },
      ];
      const id = await accepted(scenario, { year: 1976, edition: "Finale" }, { photos });
      const after = await state(scenario);
      let batch_id = await batchOf(scenario, id);
      expect(await history(scenario)).toMatchObject([
        { batch_id, batch_size: 2 },
        { batch_id, batch_size: 2 },
        {},
      ]);
      for (const [n, expected] of [before, after, before].entries()) {
        const seen = await undo(scenario, { batch_id, dry_run: true });
        const done = await undo(scenario, { batch_id }, n % 2 ? "otherReviewer" : "reviewer");
        expect(done).toMatchObject({ total: 2, undone: 2, revisions: seen.revisions });
        expect(await state(scenario)).toEqual(expected);
        // Once more finds nothing to do, and what was undone already is no news.
        expect(await undo(scenario, { batch_id })).toMatchObject({ undone: 0, revisions: [] });
        batch_id = done.batch_id!;
      }
      const told = await scenario.system(
        "select recipient_id from notices where outcome = 'undone'",
      );
      expect(told.rows).toEqual([{ recipient_id: rules.ids.member }]);
    }));
});

describe("what a member changed", () => {
  const what = () => ({ member: rules.ids.member });

  it("goes back to the beginning of each chain, with photos, as the dry run says", () =>
    rules.scenario(async (scenario) => {
      const { system } = scenario;
      const before = await state(scenario);
      await accepted(scenario, { year: 1976, edition: "Finale" });
      await accepted(scenario, { year: 1977, brand_id: world.brand });
      await accepted(scenario, { year: 1978, kit_type: "away" });
      const photos = [
        { url: publicUrl(rules.ids.member, "a.webp"), kind: "back", rights_stated: true },
      ];
      await accepted(scenario, {}, { photos });
      await accepted(scenario, { city: "Saint-Étienne" }, { type: "team", target: world.team });
      await accepted(
        scenario,
        { country: "FR" },
        { type: "competition", target: world.competition },
      );
      const seen = await undo(scenario, { ...what(), dry_run: true });
      expect(seen.total).toBe(6);
      expect(seen.revisions.map(({ back }) => back)).toEqual([
        ["country"],
        ["city"],
        ["image"],
        ["colors", "kit_type", "year"],
        ["brand", "year"],
        ["edition", "year"],
      ]);
      expect(seen.revisions.every(({ stays }) => Object.keys(stays).length === 0)).toBe(true);
      const { steps, undone, batch_id } = await undoAll(scenario, what());
      expect({ steps, undone }).toEqual({ steps: 3, undone: 6 });
      expect(await state(scenario)).toEqual(before);
      const pages = await system(
        "select (select city from teams where id = $1) as city, (select country from competitions where id = $2) as country",
        [world.team, world.competition],
      );
      expect(pages.rows).toEqual([{ city: null, country: null }]);
      // Once more finds nothing to do.
      expect(await undoAll(scenario, what())).toMatchObject({ undone: 0, revisions: [] });
      expect((await undo(scenario, { ...what(), dry_run: true })).revisions).toEqual([]);
      // All steps are one batch, which is undone as one.
      expect(await undoAll(scenario, { batch_id })).toMatchObject({ undone: 6 });
      expect(await state(scenario)).toMatchObject({ year: 1978, brand: "Le Coq Sportif" });
    }));

  it("tells the member once a day, whatever the reasons", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      const notices = async () =>
        (await as("member", "select about, note, changes from notices where outcome = 'undone'"))
          .rows;
      const first = { about: "profile", note: "Du vandalisme", changes: [] };
      for (const [year, reason] of [
        [1976, "Du vandalisme"],
        [1977, "Encore lui"],
      ] as const) {
        await accepted(scenario, { year });
        await undoAll(scenario, { ...what(), reason });
        expect(await notices()).toEqual([first]);
      }
      await system("update notices set created_at = now() - interval '25 hours'");
      await accepted(scenario, { year: 1978 });
      await undoAll(scenario, what());
      expect(await notices()).toHaveLength(2);
    }));

  it("leaves what others have changed since, and says why", () =>
    rules.scenario(async (scenario) => {
      await accepted(scenario, { year: 1976, edition: "Finale" });
      await accepted(scenario, { year: 1980 }, { persona: "stranger" });
      await accepted(scenario, { short_name: "Verts" }, { type: "team", target: world.team });
      const { undone, revisions } = await undoAll(scenario, what());
      expect(undone).toBe(2);
      expect(revisions).toMatchObject([
        { target_id: world.approved, back: ["edition"], stays: { year: "changed" } },
        { target_id: world.team, back: ["short_name"], stays: {} },
      ]);
      expect(await state(scenario)).toMatchObject({ year: 1980, edition: null });
    }));

  it("does not bring back what the member had put right", () =>
    rules.scenario(async (scenario) => {
      await accepted(scenario, { year: 1976 });
      await accepted(scenario, { year: 1990 });
      await undo(scenario, { revision_id: await accepted(scenario, { year: 1976 }) }, "admin");
      expect(await state(scenario)).toMatchObject({ year: 1990 });
      expect(await undoAll(scenario, what())).toMatchObject({ undone: 2 });
      expect(await state(scenario)).toMatchObject({ year: null });
      expect(await undoAll(scenario, what())).toMatchObject({ undone: 0 });
    }));

  it("goes no further back than asked", () =>
    rules.scenario(async (scenario) => {
      const first = await accepted(scenario, { year: 1976 });
      await accepted(scenario, { year: 1977 });
      await scenario.system("update revisions set at = now() - interval '2 days' where id = $1", [
        first,
      ]);
      const since = new Date(Date.now() - 86_400_000);
      expect(await undo(scenario, { ...what(), since, dry_run: true })).toMatchObject({ total: 1 });
      await undoAll(scenario, { ...what(), since });
      expect(await state(scenario)).toMatchObject({ year: 1976 });
    }));

  it("goes on after a value that can't come back", () =>
    rules.scenario(async (scenario) => {
      await accepted(
        scenario,
        { country: "FR" },
        { type: "competition", target: world.competition },
      );
      await scenario.system(
        `insert into revisions (target_type, target_id, kind, changes, contributor_id)
         values ('team', $1, 'suggestion', '{"founded_year": {"before": 5, "after": null}}', $2)`,
        [world.team, rules.ids.member],
      );
      expect(await undoAll(scenario, what())).toMatchObject({
        undone: 1,
        revisions: [{ stays: { founded_year: "refused" } }, { back: ["country"] }],
      });
    }));

  it("on teams takes five in a step, and doesn't count against the limit", () =>
    rules.scenario(async (scenario) => {
      const { system } = scenario;
      await system("update auth.users set created_at = now() - interval '60 days' where id = $1", [
        rules.ids.member,
      ]);
      const { rows } = await system(
        "insert into teams (name, competition_id) select 'Club ' || n, $1 from generate_series(1, 7) n returning id",
        [world.competition],
      );
      for (const { id } of rows) {
        await accepted(
          scenario,
          { name: `Vandale ${id.slice(0, 8)}` },
          { type: "team", target: id },
        );
      }
      await fill(scenario, "undoings", 200);
      const first = await undo(scenario, { ...what(), after: { target_type: "team" } });
      expect(first.undone).toBe(5);
      expect(await undo(scenario, { ...what(), after: first.next })).toMatchObject({
        undone: 2,
        batch_id: first.batch_id,
      });
      expect((await system("select from teams where name like 'Vandale %'")).rowCount).toBe(0);
    }));
});

/** So many writes of the reviewer's are on record. */
const fill = ({ system }: Scenario, kind: string, amount: number) =>
  system("insert into private.writes (member_id, kind, amount) values ($1, $2, $3)", [
    rules.ids.reviewer,
    kind,
    amount,
  ]);

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
      expect(await undo(scenario, { member: rules.ids.member, dry_run: true })).toMatchObject({
        total: 1,
      });
      expect(await undo(scenario, { member: rules.ids.member })).toMatchObject({
        next: { target_type: "team" },
      });
    }));

  it.each([
    ["undoings", 199, 1, "undoings_too_many"],
    ["merges", 30, 0, "merges_too_many"],
  ] as const)("are within the limit of %s", (kind, amount, room, message) =>
    rules.scenario(async (scenario) => {
      const { as } = scenario;
      await as("admin", "select remove_jersey($1, 'Ce n''est pas un maillot')", [world.approved]);
      await fill(scenario, kind, amount);
      for (let n = 0; n < 2; n++) {
        const again = { revision_id: await newest(scenario) };
        if (n === room) {
          await expect(undo(scenario, again)).rejects.toMatchObject({ code: "PT429", message });
        } else await undo(scenario, again, n ? "otherReviewer" : "reviewer");
        if (n === room) await undo(scenario, again, "otherReviewer");
      }
    }),
  );
});

describe("an import", () => {
  const KEYS = ["a", "b", "c", "d"];
  const line = (key: string) => ({
    key,
    title: `Maillot ${key}`,
    team: "AS Saint-Étienne",
    competition: "Ligue 1",
    season: "2024-25",
    kit_type: "third",
    may_repeat: true,
  });

  async function imported(
    { as }: Scenario,
    { status = "approved", ids = {} as Record<string, string> } = {},
  ) {
    const id = randomUUID();
    await as("admin", "select begin_catalogue_import($1, 'maillots.csv', 'digest', 4, $2)", [
      id,
      status,
    ]);
    const lines = KEYS.map((key) => ({ ...line(key), ...(ids[key] && { id: ids[key] }) }));
    const { rows } = await as("admin", "select import_jerseys($1, 0, $2, true) as result", [
      id,
      JSON.stringify(lines),
    ]);
    return { batch_id: id, added: rows[0].result.added as number, result: rows[0].result };
  }
  const jerseys = async ({ system }: Scenario): Promise<Record<string, string>> =>
    Object.fromEntries(
      (
        await system(
          "select right(title, 1) as key, id from jerseys where title ~ '^Maillot [a-d]$' and is_active",
        )
      ).rows.map(({ key, id }) => [key, id]),
    );
  const counters = async ({ system }: Scenario, id: string) =>
    (
      await system(
        "select added, removed, kept, undone_at is not null as is_undone from catalogue_imports where id = $1",
        [id],
      )
    ).rows[0];
  const exact = async ({ system }: Scenario) => {
    for (const of of ["sums", "authors", "kits", "catalogue"]) {
      expect((await system(`select * from recount_${of}()`)).rows).toEqual([]);
    }
  };

  it("is undone by administrators, and brought back", () =>
    rules.scenario(async (scenario) => {
      const { batch_id } = await imported(scenario);
      const all = await jerseys(scenario);
      expect((await undo(scenario, { batch_id })).revisions).toHaveLength(4);
      expect(await jerseys(scenario)).toEqual(all);
      expect(await counters(scenario, batch_id)).toEqual({
        added: 4,
        removed: 0,
        kept: 0,
        is_undone: false,
      });
      const [revision] = await history(scenario, "visitor", all.a);
      expect(revision).toMatchObject({
        kind: "imported",
        username: "admin",
        changes: { jersey: { before: null, after: "Maillot a" } },
        batch_size: 4,
      });
      const done = await undoAll(scenario, { batch_id }, "admin");
      expect(done).toMatchObject({
        total: 4,
        undone: 4,
        revisions: Array(4).fill({ back: ["jersey"], stays: {} }),
      });
      expect(await jerseys(scenario)).toEqual({});
      expect(await counters(scenario, batch_id)).toEqual({
        added: 4,
        removed: 4,
        kept: 0,
        is_undone: true,
      });
      await exact(scenario);
      // Only administrators, by its undoing too.
      expect((await undo(scenario, { batch_id: done.batch_id })).revisions[0]!.stays).toEqual({
        jersey: "urgent",
      });
      const back = await undoAll(scenario, { batch_id: done.batch_id }, "admin");
      expect(await jerseys(scenario)).toEqual(all);
      expect(await counters(scenario, batch_id)).toEqual({
        added: 4,
        removed: 0,
        kept: 0,
        is_undone: false,
      });
      await undoAll(scenario, { batch_id: back.batch_id }, "admin");
      expect(await counters(scenario, batch_id)).toMatchObject({ removed: 4, is_undone: true });
    }));

  it("leaves what members used and what a reviewer removed, also the second time", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      const { batch_id } = await imported(scenario);
      const { a, b, c, d } = await jerseys(scenario);
      await as("owner", "insert into jersey_votes (jersey_id, vote) values ($1, 'up')", [a]);
      await as("reviewer", "select remove_jersey($1, 'Ce n''est pas un maillot')", [b]);
      const reasons = async (done: Promise<Undone>) =>
        Object.fromEntries(
          (await done).revisions.map(({ target_id, stays }) => [target_id, stays.jersey]),
        );
      const first = await undoAll(scenario, { batch_id }, "admin");
      expect(await reasons(Promise.resolve(first))).toEqual({
        [a!]: "used",
        [c!]: undefined,
        [d!]: undefined,
      });
      expect(await jerseys(scenario)).toEqual({ a });
      expect(await counters(scenario, batch_id)).toEqual({
        added: 4,
        removed: 2,
        kept: 2,
        is_undone: true,
      });
      const second = await undoAll(scenario, { batch_id: first.batch_id }, "admin");
      await system("insert into user_wishlists (jersey_id, user_id) values ($1, $2)", [
        c,
        rules.ids.owner,
      ]);
      expect(await reasons(undoAll(scenario, { batch_id: second.batch_id }, "admin"))).toEqual({
        [c!]: "used",
        [d!]: undefined,
      });
      expect(await counters(scenario, batch_id)).toEqual({
        added: 4,
        removed: 1,
        kept: 3,
        is_undone: true,
      });
    }));

  it.each<[string, string, string]>([
    ["votes", "insert into jersey_votes (jersey_id, voter_id, vote) values ($1, $2, 'up')", ""],
    ["collections", "insert into user_collections (jersey_id, user_id) values ($1, $2)", ""],
    ["wishlists", "insert into user_wishlists (jersey_id, user_id) values ($1, $2)", ""],
    ["comments", "insert into comments (jersey_id, author_id, body) values ($1, $2, 'Beau')", ""],
    [
      "suggestions",
      `insert into suggestions (target_type, target_id, title, member_id, changes, was, words, source)
       values ('jersey', $1, 'Maillot a', $2, '{"edition": "Réplique"}', '{"edition": null}', '{}', 'https://example.org')`,
      "",
    ],
  ])("leaves a jersey with %s", (_, use) =>
    rules.scenario(async (scenario) => {
      const { batch_id } = await imported(scenario);
      const { a } = await jerseys(scenario);
      await scenario.system(use, [a, rules.ids.owner]);
      await undoAll(scenario, { batch_id }, "admin");
      expect(await jerseys(scenario)).toEqual({ a });
    }),
  );

  it("into the queue is undone, too", () =>
    rules.scenario(async (scenario) => {
      const { batch_id } = await imported(scenario, { status: "pending" });
      const done = await undoAll(scenario, { batch_id }, "admin");
      expect(await jerseys(scenario)).toEqual({});
      await undoAll(scenario, { batch_id: done.batch_id }, "admin");
      const { rows } = await scenario.system(
        "select distinct status from jerseys where title ~ '^Maillot [a-d]$'",
      );
      expect(rows).toEqual([{ status: "pending" }]);
      expect(Object.keys(await jerseys(scenario))).toHaveLength(4);
    }));

  it("can be imported again after it was undone, ids of the file included, and goes on no more", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      const ids = { a: randomUUID(), b: randomUUID() };
      const first = await imported(scenario, { ids });
      const done = await undoAll(scenario, { batch_id: first.batch_id }, "admin");
      await expect(
        as("admin", "select import_jerseys($1, 1, $2)", [
          first.batch_id,
          JSON.stringify([line("e")]),
        ]),
      ).rejects.toMatchObject({ message: "import_undone" });
      const again = await imported(scenario, { ids });
      expect(again.added).toBe(4);
      // The first ones would be there twice.
      expect(await undoAll(scenario, { batch_id: done.batch_id }, "admin")).toMatchObject({
        undone: 0,
        revisions: Array(4).fill({ stays: { jersey: "changed" } }),
      });
      expect(await counters(scenario, first.batch_id)).toMatchObject({ removed: 4 });
      await undoAll(scenario, { batch_id: again.batch_id }, "admin");
      // After 90 days they leave no trace.
      await system("update gone_jerseys set undo_until = now()");
      await system("select sweep_gone_jerseys()");
      expect((await system("select from gone_jerseys")).rowCount).toBe(0);
      expect((await imported(scenario, { ids })).added).toBe(4);
      expect(await jerseys(scenario)).toMatchObject(ids);
      expect(await counters(scenario, first.batch_id)).toMatchObject({ removed: 4 });
    }));

  it("by another administrator sends no notice for each jersey", () =>
    rules.scenario(async (scenario) => {
      const { batch_id } = await imported(scenario);
      await scenario.system("insert into user_roles (user_id, role) values ($1, 'admin')", [
        rules.ids.stranger,
      ]);
      const done = await undoAll(scenario, { batch_id }, "stranger");
      await undoAll(scenario, { batch_id: done.batch_id }, "stranger");
      expect((await scenario.system("select from notices")).rowCount).toBe(0);
    }));
});

describe("a roll-over", () => {
  /** What a visitor sees of the season: competition and team. */
  const shown = async ({ as }: Scenario) =>
    (
      await as(
        "visitor",
        `select competition.name || ': ' || team.name as line from seasons season
         left join team_seasons entry on entry.season_id = season.id
         left join competitions competition on competition.id = entry.competition_id
         left join teams team on team.id = entry.team_id where season.code = '2025-26' order by 1`,
      )
    ).rows.map(({ line }) => line);
  const LINES = ["Ligue 1: AS Saint-Étienne", "Ligue 2: Le Mans"];

  let lower: string;
  let promoted: string;

  beforeAll(async () => {
    const id = async (text: string, values: unknown[] = []) =>
      (await rules.system(`${text} returning id`, values)).rows[0].id as string;
    lower = await id("insert into competitions (league, name) values ('SOCCER', 'Ligue 2')");
    promoted = await id("insert into teams (name, competition_id) values ('Le Mans', $1)", [lower]);
    await rules.system("insert into team_seasons (team_id, season_id) values ($1, $2)", [
      promoted,
      world.season,
    ]);
  });

  async function start({ as }: Pick<Scenario, "as">, competitions = [world.competition, lower]) {
    const { rows } = await as(
      "admin",
      "select * from start_roll_over('2025-26', '2025-2026', $1)",
      [competitions],
    );
    return rows[0] as { id: string; season_id: string };
  }
  const publish = ({ as }: Pick<Scenario, "as">, id: string) =>
    as("admin", "select publish_roll_over($1, (select updated_at from roll_overs where id = $1))", [
      id,
    ]);
  async function published(scenario: Scenario, competitions?: string[]) {
    const draft = await start(scenario, competitions);
    await publish(scenario, draft.id);
    return draft;
  }
  const isPublished = async ({ system }: Scenario, id: string) =>
    (await system("select published_at is not null as yes from roll_overs where id = $1", [id]))
      .rows[0].yes;

  it("is undone as a whole by administrators, published again by undoing that, or as any draft", () =>
    rules.scenario(async (scenario) => {
      const { id } = await published(scenario);
      expect(await shown(scenario)).toEqual(LINES);
      const [row] = (
        await scenario.as("visitor", "select * from history('competition', $1)", [lower])
      ).rows;
      expect(row).toMatchObject({
        kind: "line_up",
        username: "admin",
        changes: { line_up: { before: null, after: "2025-2026" } },
        batch_id: id,
        batch_size: 2,
      });
      expect((await undoAll(scenario, { batch_id: id })).revisions).toMatchObject([
        { stays: { line_up: "urgent" } },
        { stays: { line_up: "urgent" } },
      ]);
      const done = await undoAll(scenario, { batch_id: id }, "admin");
      expect(done.revisions.every(({ stays }) => !Object.keys(stays).length)).toBe(true);
      expect(await shown(scenario)).toEqual([]);
      expect(await isPublished(scenario, id)).toBe(false);
      expect(await undoAll(scenario, { batch_id: id }, "admin")).toMatchObject({
        undone: 0,
        revisions: [],
      });
      const again = await undoAll(scenario, { batch_id: done.batch_id }, "admin");
      expect(await shown(scenario)).toEqual(LINES);
      expect(await isPublished(scenario, id)).toBe(true);
      await undoAll(scenario, { batch_id: again.batch_id }, "admin");
      await publish(scenario, id);
      expect(await shown(scenario)).toEqual(LINES);
      await undoAll(scenario, { batch_id: id }, "admin");
      expect(await shown(scenario)).toEqual([]);
    }));

  it("keeps what was corrected after publishing", () =>
    rules.scenario(async (scenario) => {
      const { id, season_id } = await published(scenario);
      const line_up = { season_id, competition_id: lower, teams: [], seen: [promoted] };
      await scenario.as("admin", "select replace_line_ups($1)", [JSON.stringify([line_up])]);
      await undoAll(scenario, { batch_id: id }, "admin");
      const { rows } = await scenario.system("select team_id from roll_over_teams");
      expect(rows).toEqual([{ team_id: world.team }]);
    }));

  it.each<
    [
      string,
      (scenario: Scenario, draft: { id: string; season_id: string }) => Promise<unknown>,
      string,
    ]
  >([
    [
      "a jersey of its season",
      ({ system }, { season_id }) =>
        system("update jerseys set season_id = $1 where id = $2", [season_id, world.pending]),
      "used",
    ],
    [
      "another draft of its season",
      (scenario) =>
        scenario
          .system("insert into competitions (league, name) values ('NBA', 'NBA') returning id")
          .then(({ rows }) => start(scenario, [rows[0].id])),
      "changed",
    ],
  ])("stays because of %s", (_, meanwhile, why) =>
    rules.scenario(async (scenario) => {
      const draft = await published(scenario);
      await meanwhile(scenario, draft);
      const { undone, revisions } = await undoAll(scenario, { batch_id: draft.id }, "admin");
      expect([undone, ...revisions.map(({ stays }) => stays.line_up)]).toEqual([0, why, why]);
      expect(await shown(scenario)).toHaveLength(2);
    }),
  );

  it("that was discarded doesn't come back", () =>
    rules.scenario(async (scenario) => {
      const { id } = await published(scenario);
      const { batch_id } = await undoAll(scenario, { batch_id: id }, "admin");
      await scenario.as("admin", "select discard_roll_over($1)", [id]);
      const { revisions } = await undoAll(scenario, { batch_id }, "admin");
      expect(revisions.map(({ stays }) => stays.line_up)).toEqual(["gone", "gone"]);
    }));

  it("that came later is undone alone, whatever the others' jerseys", () =>
    rules.scenario(async (scenario) => {
      const first = await published(scenario, [world.competition]);
      const second = await published(scenario, [lower]);
      await scenario.system("update jerseys set season_id = $1 where id = $2", [
        first.season_id,
        world.approved,
      ]);
      await undoAll(scenario, { batch_id: second.id }, "admin");
      expect(await shown(scenario)).toEqual(LINES.slice(0, 1));
    }));

  it("waits for a jersey that is being submitted, and then stays", async () => {
    const admin = await connect("admin");
    const { id, season_id } = await start(admin);
    await publish(admin, id);
    const member = await connect();
    await member.query("begin");
    await member.query(
      `insert into jerseys (title, author_id, league, competition_id, season_id, team)
       values ('Maillot à temps', $1, 'SOCCER', $2, $3, 'Le Mans')`,
      [rules.ids.owner, lower, season_id],
    );
    const undone = undoAll(admin, { batch_id: id }, "admin");
    await waiting(1);
    await member.query("commit");
    expect((await undone).revisions[0]!.stays).toEqual({ line_up: "used" });
    await rules.system("delete from jerseys where season_id = $1", [season_id]);
    expect(await undoAll(admin, { batch_id: id }, "admin")).toMatchObject({ undone: 1 });
  });
});

/** A connection of its own, which commits, as a persona or without rules. */
async function connect(persona?: Persona): Promise<pg.Client & Pick<Scenario, "as">> {
  const client = new pg.Client({ connectionString: rules.url });
  open.push(client);
  await client.connect();
  if (persona) {
    await client.query(
      "select set_config('role', $1, false), set_config('request.jwt.claims', $2, false)",
      identity(persona, rules.ids),
    );
  }
  return Object.assign(client, {
    as: (_: Persona, text: string, values?: readonly unknown[]) =>
      client.query(text, [...(values ?? [])]),
  });
}
/** Until so many connections wait for a lock. */
const waiting = (amount: number) =>
  expect
    .poll(
      async () =>
        (await rules.system("select from pg_stat_activity where wait_event_type = 'Lock'"))
          .rowCount,
    )
    .toBe(amount);

describe("at once", () => {
  const committed = (): Pick<Scenario, "as" | "system"> => ({
    as: async (persona, text, values = []) => (await connect(persona)).query(text, [...values]),
    system: rules.system,
  });

  it("two reviewers: the second finds it done", async () => {
    const revision_id = await accepted(committed(), { year: 1976 });
    const first = await connect("reviewer");
    await first.query("begin");
    expect(await undo(first, { revision_id })).toMatchObject({ undone: 1 });
    const second = undo(await connect("otherReviewer"), { revision_id });
    await waiting(1);
    await first.query("commit");
    expect(await second).toMatchObject({ undone: 0, revisions: [{ stays: { year: "undone" } }] });
  });

  it.each(["alone", "beside a removal"])(
    "with a rename %s: no circle, and the new name",
    async (how) => {
      const { rows } = await rules.system(
        `insert into jerseys (title, author_id, league, competition_id, season_id, team_id, status)
       select title, $1, 'SOCCER', $2, $3, $4, 'approved' from unnest(array['Renommé', 'Supprimé']) title returning id`,
        [rules.ids.owner, world.competition, world.season, world.team],
      );
      await accepted(committed(), { team: "Un autre club" }, { target: rows[0].id });
      if (how !== "alone") {
        await accepted(committed(), { removal: null }, { target: rows[1].id });
      }
      const rename = await connect();
      await rename.query("begin");
      await rename.query("select from teams where id = $1 for no key update", [world.team]);
      const undoing = undo(await connect("reviewer"), { member: rules.ids.member });
      await waiting(1);
      await rename.query("update jerseys set price = 12 where id = $1", [rows[0].id]);
      await rename.query("update teams set name = $2 where id = $1", [world.team, `ASSE ${how}`]);
      await rename.query("commit");
      expect(await undoing).toMatchObject({ undone: how === "alone" ? 1 : 2 });
      const after = await rules.system(
        "select team, is_active from jerseys where id = any ($1) order by title",
        [rows.map(({ id }) => id)],
      );
      expect(after.rows).toEqual(Array(2).fill({ team: `ASSE ${how}`, is_active: true }));
    },
  );

  it("a step that is cancelled leaves nothing half done, and the next call goes on", async () => {
    await rules.system(
      `insert into revisions (target_type, target_id, kind, changes, contributor_id)
       select 'jersey', $1, 'suggestion', jsonb_build_object('year', jsonb_build_object('before', n, 'after', n + 1)), $2
       from generate_series(1850, 2099) n`,
      [world.inactive, rules.ids.stranger],
    );
    await rules.system("update jerseys set year = 2100 where id = $1", [world.inactive]);
    const desk = await connect("reviewer");
    const step = async (after?: object | null) =>
      undo(desk, { member: rules.ids.stranger, ...(after && { after }) });
    const year = async () =>
      (await rules.system("select year from jerseys where id = $1", [world.inactive])).rows[0].year;
    await desk.query("set statement_timeout = '20ms'");
    await expect(step()).rejects.toMatchObject({ code: "57014" });
    expect(await year()).toBe(2100);
    await desk.query("set statement_timeout = 0");
    let done = await step();
    const reached = await year();
    expect(reached).toBe(2100 - done.undone);
    // Somebody begins anew: what is undone stays undone.
    await rules.system("begin");
    await rules.system("rollback");
    let undone = done.undone;
    while (done.next) {
      done = await step(done.next);
      undone += done.undone;
    }
    expect([undone, await year()]).toEqual([250, 1850]);
    expect(await step()).toMatchObject({ undone: 0, revisions: [] });
  });
});
