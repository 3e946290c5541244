import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";

import { atOnce } from "../support/at-once.ts";
import type { Persona, Rules, Scenario } from "../support/rules.ts";
import { decide, passTime, photoOf, suggest, yes } from "../support/suggestions.ts";
import { addFiles, addJerseys, setUpRules, publicUrl } from "../support/fixture.ts";
import { REBUILD } from "../../support/rebuild.ts";

// What goes back, what stays and why: of a revision, a batch, a member, an import, a roll-over. Merges and removals: merges.test.ts.

const { rules, fixture } = setUpRules(["reviewer", "otherReviewer", "member"]);

beforeAll(async () => {
  await addFiles(rules, rules.ids.owner, ["vert.webp", "dos.webp"]);
  await addFiles(rules, rules.ids.member, ["a.webp"]);
  await addFiles(rules, rules.ids.admin, ["a.webp"]);
});

const { connect, begun, committed, meanwhile } = atOnce(() => rules);

type Writer = Pick<Scenario, "as">;
type What = Record<string, unknown>;
interface Undone {
  batch_id: string | null;
  total: number;
  undone: number;
  next: object | null;
  revisions: { target_id: string; back: string[]; stays: Record<string, string> }[];
}

/** Undoes this, in all of its steps. */
async function undo({ as }: Writer, what: What, persona: Persona = "reviewer") {
  const all = { steps: 0, undone: 0, revisions: [] as Undone["revisions"] };
  for (let after: object | null = null; ;) {
    const given = Object.entries({ reason: "Une erreur", after, ...what });
    const { rows } = await as(
      persona,
      `select undo(${given.map(([name], n) => `${name} => $${n + 1}`).join(", ")}) as done`,
      given.map(([name, value]) => (name === "after" && value ? JSON.stringify(value) : value)),
    );
    const done: Undone = rows[0].done;
    all.steps += 1;
    all.undone += done.undone;
    all.revisions.push(...done.revisions);
    after = done.next;
    if (!after) return { ...done, ...all };
  }
}
/** Why each revision stays, or `back`. */
const reasons = ({ revisions }: Pick<Undone, "revisions">) =>
  revisions.map(({ stays }) => [...new Set(Object.values(stays))].join() || "back");

const newest = async ({ system }: Pick<Scenario, "system">, key = ""): Promise<number> =>
  (await system("select max(id)::int as id from revisions where $1 = '' or changes ? $1", [key]))
    .rows[0].id;
const batchOf = async ({ system }: Scenario, id: number): Promise<string> =>
  (await system("select batch_id from revisions where id = $1", [id])).rows[0].batch_id;
const history = async ({ as }: Writer, persona: Persona, id = fixture.approved, type = "jersey") =>
  (await as(persona, "select * from history($1, $2)", [type, id])).rows;
const notices = async ({ as }: Writer) =>
  (await as("member", "select about, note, changes from notices where outcome = 'undone'")).rows;

const jersey = () => ({ type: "jersey", target: fixture.approved });
const photo = () => [photoOf(rules.ids.member, "a")];
/** A suggestion that a reviewer accepted a while ago; resolves to the newest revision. */
async function accepted(
  scenario: Pick<Scenario, "as" | "system">,
  changes: object,
  { type, target } = jersey(),
  photos: object[] = [],
  persona: Persona = "member",
): Promise<number> {
  const { id } = await suggest(scenario, { as: persona, type, target, changes, photos });
  await decide(scenario, id, yes, { by: "otherReviewer" });
  await passTime(scenario);
  return newest(scenario);
}
async function correct(scenario: Scenario, assignment: string): Promise<number> {
  await scenario.as("admin", `update jerseys set ${assignment} where id = $1`, [fixture.approved]);
  return newest(scenario);
}
const approve = ({ as }: Writer, id = fixture.approved) =>
  as("admin", "select moderate_jersey($1, 'approved')", [id]);
const makeReviewer = ({ system }: Scenario, persona: keyof Rules["ids"], role = "reviewer") =>
  system("insert into user_roles (user_id, role) values ($1, $2)", [rules.ids[persona], role]);
/** So many writes of the reviewer's are on record. */
const fill = ({ system }: Scenario, kind: string, amount: number) =>
  system("insert into private.writes (member_id, kind, amount) values ($1, $2, $3)", [
    rules.ids.reviewer,
    kind,
    amount,
  ]);

/** What is public of the approved jersey. */
const state = async ({ system }: Scenario) =>
  (
    await system(
      `select title, edition, league, competition_id, season_id, team_id, team, year, brand_id, brand, kit_type, colors,
         (select jsonb_agg(jsonb_build_array(id, url, position, kind) order by position) from jersey_images
          where jersey_id = jerseys.id and suggestion_id is null) as images
       from jerseys where id = $1`,
      [fixture.approved],
    )
  ).rows[0];

describe("undoing", () => {
  it("is for reviewers and administrators, dry runs too", () =>
    rules.scenario(async (scenario) => {
      const { system } = scenario;
      const revision_id = await accepted(scenario, { year: 1976 });
      const batch_id = await batchOf(scenario, revision_id);
      const member = rules.ids.member;
      for (const what of [{ revision_id }, { batch_id }, { member }, { member, dry_run: true }]) {
        await system("savepoint way");
        for (const persona of ["visitor", "owner", "stranger", "member"] as const) {
          await expect(undo(scenario, what, persona)).rejects.toMatchObject({ code: "42501" });
        }
        for (const persona of ["reviewer", "admin"] as const) {
          const { undone, revisions } = await undo(scenario, what, persona);
          expect([undone, revisions]).toMatchObject([
            "dry_run" in what ? 0 : 1,
            [{ back: ["year"] }],
          ]);
          await system("rollback to savepoint way");
        }
        await system("update auth.users set banned_until = 'infinity'");
        await expect(undo(scenario, what)).rejects.toMatchObject({ code: "42501" });
        await system("rollback to savepoint way");
      }
    }));

  it.each<[string, (revision_id: number, batch_id: string) => What[]]>([
    ["revision_not_found", (id) => [{ revision_id: id + 1000 }, { batch_id: randomUUID() }]],
    ["member_not_found", () => [{ member: randomUUID() }]],
    ["revision_own", () => [{ member: rules.ids.reviewer }]],
    [
      "undo_reason",
      (revision_id) => [
        { revision_id, reason: " x " },
        { revision_id, reason: "x".repeat(501) },
        { revision_id, reason: null, dry_run: null },
      ],
    ],
    [
      "revision_field_unknown",
      (revision_id) => [["price"], [], ["year", null]].map((fields) => ({ revision_id, fields })),
    ],
    [
      "undo_what",
      (revision_id, batch_id) => [
        {},
        { revision_id, batch_id },
        { batch_id, fields: ["year"] },
        // Places that it didn't say, and a batch that isn't an undoing.
        ...[{ target_type: "x" }, { id: "1; drop" }, { batch_id: "un" }, { batch_id }].map(
          (after) => ({ member: rules.ids.member, after }),
        ),
      ],
    ],
  ])("refuses by name: %s", (message, odd) =>
    rules.scenario(async (scenario) => {
      const id = await accepted(scenario, { year: 1976 });
      for (const what of odd(id, await batchOf(scenario, id))) {
        await expect(undo(scenario, what)).rejects.toMatchObject({ message });
      }
    }),
  );

  it("adds to no batch that another reviewer has begun", () =>
    rules.scenario(async (scenario) => {
      await accepted(scenario, { year: 1976 });
      const step = async (by: Persona, after?: unknown): Promise<Undone> => {
        const text = "select undo(member => $1, reason => 'Une erreur', after => $2) as done";
        const values = [rules.ids.member, after && JSON.stringify(after)];
        return (await scenario.as(by, text, values)).rows[0].done;
      };
      const { batch_id, next } = await step("admin");
      const after = { ...next, target_type: "jersey" };
      for (const by of ["reviewer", "otherReviewer"] as const) {
        await expect(step(by, after)).rejects.toMatchObject({ message: "undo_what" });
      }
      expect(await step("admin", after)).toMatchObject({ batch_id });
    }));

  it("is counted once: each step tells what the first one found", () =>
    rules.scenario(async (scenario) => {
      await accepted(scenario, { year: 1976 });
      const step = async (after?: object): Promise<Undone> => {
        const text = "select undo(member => $1, reason => 'Une erreur', after => $2) as done";
        const values = [rules.ids.member, after && JSON.stringify(after)];
        return (await scenario.as("reviewer", text, values)).rows[0].done;
      };
      const { total, next } = await step();
      expect(next).toMatchObject({ total });
      expect(await step({ ...next, total: 7 })).toMatchObject({ total: 7 });
      await expect(step({ ...next, total: "many" })).rejects.toMatchObject({
        message: "undo_what",
      });
    }));

  it.each<[string, (scenario: Scenario) => Promise<unknown>, Record<string, string>, Persona?]>([
    ["nothing", async () => undefined, {}],
    ["what changed since", (scenario) => correct(scenario, "year = 1980"), { year: "changed" }],
    [
      "what is undone",
      async (scenario) =>
        undo(scenario, { revision_id: await newest(scenario), fields: ["edition"] }),
      { edition: "undone" },
    ],
    [
      "what is hidden",
      (scenario) => correct(scenario, "is_active = false"),
      { edition: "hidden", year: "hidden" },
    ],
    [
      "what is about the reviewer's own jersey",
      (scenario) => makeReviewer(scenario, "owner"),
      { edition: "own", year: "own" },
      "owner",
    ],
    ["no change of one's own", (scenario) => makeReviewer(scenario, "member"), {}, "member"],
  ])("leaves %s, as the dry run says", (_, meanwhile, stays, persona) =>
    rules.scenario(async (scenario) => {
      const revision_id = await accepted(scenario, { year: 1976, edition: "Finale" });
      await meanwhile(scenario);
      const before = await state(scenario);
      const seen = await undo(scenario, { revision_id, dry_run: true, reason: null }, persona);
      expect(await state(scenario)).toEqual(before);
      expect(seen).toMatchObject({ batch_id: null, total: 1, undone: 0, revisions: [{ stays }] });
      const done = await undo(scenario, { revision_id }, persona);
      expect(done.revisions).toEqual(seen.revisions);
      const back = ["edition", "year"].filter((field) => !(field in stays));
      expect(done).toMatchObject({ undone: Math.min(back.length, 1), revisions: [{ back }] });
      const values = Object.fromEntries(back.map((field) => [field, null]));
      expect(await state(scenario)).toEqual({ ...before, ...values });
    }),
  );

  it.each([
    ["undoings", 200],
    ["merges", 30],
  ])("is within the limit of %s", (kind, amount) =>
    rules.scenario(async (scenario) => {
      const { as } = scenario;
      await accepted(scenario, { year: 1976 });
      await as("admin", "select remove_jersey($1, 'Ce n''est pas un maillot')", [fixture.approved]);
      await undo(scenario, { revision_id: await newest(scenario) });
      await fill(scenario, kind, amount);
      const again = { revision_id: await newest(scenario) };
      const refused = { code: "PT429", message: `${kind}_too_many` };
      await expect(undo(scenario, again)).rejects.toMatchObject(refused);
      // What a member changed takes as many steps as it takes.
      expect(await undo(scenario, { member: rules.ids.member })).toMatchObject({ undone: 1 });
      expect(await undo(scenario, again, "otherReviewer")).toMatchObject({ undone: 1 });
    }),
  );
});

describe("a revision", () => {
  it("goes back, is in the history and tells whose change it was", () =>
    rules.scenario(async (scenario) => {
      const before = await state(scenario);
      const revision_id = await accepted(scenario, { title: "Vert 76", year: 1976 });
      expect((await history(scenario, "reviewer"))[0]).toMatchObject({ is_undoable: true });
      const { batch_id } = await undo(scenario, { revision_id });
      expect(await state(scenario)).toEqual(before);
      const undoes = String(revision_id);
      expect(await history(scenario, "reviewer")).toMatchObject([
        { kind: "undo", undoes, batch_id, reason: "Une erreur", username: null, is_undoable: true },
        { is_undoable: false },
        { kind: "approved" },
      ]);
      expect(await notices(scenario)).toEqual([
        {
          about: "jersey",
          note: "Une erreur",
          changes: [
            { field: "title", before: "Vert 76", after: "Maillot vert" },
            { field: "year", before: "1976", after: null },
          ],
        },
      ]);
    }));

  it.each(["visitor", "owner", "reviewer"] as const)(
    "that is undone, whole or in part, says so to a %s until it is brought back",
    (persona) =>
      rules.scenario(async (scenario) => {
        const id = await accepted(scenario, { year: 1976, edition: "Finale" });
        const undone = async (ids = [id]) =>
          (await scenario.as(persona, "select * from undone_revisions($1)", [ids])).rows;
        const [part, whole] = [false, true].map((is_whole) => [{ id: String(id), is_whole }]);
        expect(await undone()).toEqual([]);
        await undo(scenario, { revision_id: id, fields: ["edition"] });
        expect(await undone([id, await newest(scenario), 0])).toEqual(part);
        await undo(scenario, { revision_id: id, fields: ["year"] });
        expect(await undone()).toEqual(whole);
        await undo(scenario, { revision_id: await newest(scenario) }, "otherReviewer");
        expect(await state(scenario)).toMatchObject({ year: 1976, edition: null });
        expect(await undone()).toEqual(part);
        await correct(scenario, "is_active = false");
        expect(await undone()).toEqual(persona === "owner" ? part : []);
      }),
  );

  it("brings back references, and names where they are gone", () =>
    rules.scenario(async (scenario) => {
      const { system } = scenario;
      await correct(scenario, `brand_id = '${fixture.brand}', kit_type = 'home'`);
      const before = await state(scenario);
      const season_id = "season_id = (select id from seasons where code = '1995-96')";
      const revision_id = await correct(
        scenario,
        `brand_id = null, brand = 'Adidas', kit_type = 'away', ${season_id}`,
      );
      await system("savepoint undone");
      await undo(scenario, { revision_id });
      expect(await state(scenario)).toEqual(before);
      await system("rollback to savepoint undone");
      await system("delete from brands where id = $1", [fixture.brand]);
      await undo(scenario, { revision_id });
      expect(await state(scenario)).toEqual({ ...before, brand_id: null });
    }));

  it("leaves the league with its competition, which is gone", () =>
    rules.scenario(async (scenario) => {
      const { rows } = await scenario.system(
        "insert into competitions (league, name) values ('ESPORT', 'Coupe') returning id",
      );
      await correct(
        scenario,
        `team_id = null, league = 'ESPORT', competition_id = '${rows[0].id}'`,
      );
      const back = `league = 'SOCCER', competition_id = '${fixture.competition}'`;
      const revision_id = await correct(scenario, back);
      await scenario.system("delete from competitions where id = $1", [rows[0].id]);
      const stays = { league: "changed", competition: "changed" };
      expect((await undo(scenario, { revision_id })).revisions).toMatchObject([
        { back: [], stays },
      ]);
    }));

  it("leaves colours as they were, also where they are the default ones by chance", () =>
    rules.scenario(async (scenario) => {
      // Home colours on an away shirt: they stay when somebody says that it is a home shirt.
      await correct(scenario, "kit_type = 'home', colors = '{}'");
      const { colors } = await state(scenario);
      await correct(scenario, `kit_type = 'away', colors = '{${colors.join()}}'`);
      const before = await state(scenario);
      await undo(scenario, { revision_id: await correct(scenario, "kit_type = 'home'") });
      expect(await state(scenario)).toEqual(before);
    }));

  it("of one's own isn't brought back by oneself, however often others undid it", () =>
    rules.scenario(async (scenario) => {
      await accepted(scenario, { year: 1976 });
      await makeReviewer(scenario, "member");
      const next = async (persona?: Persona) =>
        reasons(await undo(scenario, { revision_id: await newest(scenario) }, persona));
      for (const again of [1, 2, 3]) expect(await next(), String(again)).toEqual(["back"]);
      expect(await next("member")).toEqual(["own"]);
      // What it takes back is no decision in one's own favour.
      expect(await next()).toEqual(["back"]);
      expect(await next("member")).toEqual(["back"]);
    }));

  it("of which thousands of undoings undo each other is undone", () =>
    rules.scenario(async (scenario) => {
      const revision_id = await accepted(scenario, { year: 1976 });
      // All at once, each row's trigger would see all of them.
      await scenario.system("alter table revisions disable trigger revisions_follow_undoing");
      await scenario.system(
        `with made as (
           select nextval(pg_get_serial_sequence('revisions', 'id')) as id, n from generate_series(1, 3000) n)
         insert into revisions (id, target_type, target_id, kind, changes, undoes)
         overriding system value
         select id, 'jersey', $1, 'undo', '{"year": {"before": null, "after": 1976}}',
           coalesce(lag(id) over (order by n), $2) from made order by n`,
        [fixture.approved, revision_id],
      );
      expect(await undo(scenario, { revision_id })).toMatchObject({ undone: 1 });
    }));
});

describe("a photo", () => {
  const FILES = `select held_for is not null as held, retry_at > now() + interval '89 days' as later,
    user_metadata ->> 'withheld' = 'true' as withheld
    from storage_deletions deletion join storage.objects using (bucket_id, name)`;
  const WAITS = { held: true, later: true, withheld: true };
  const files = async ({ system }: Scenario) => (await system(FILES)).rows;
  const ADD = "insert into jersey_images (jersey_id, url, position) values ($1, $2, 1)";
  const add = async (scenario: Scenario, id = fixture.approved) => {
    await scenario.as("owner", ADD, [id, publicUrl(rules.ids.owner, "dos.webp")]);
    await approve(scenario, id);
    return newest(scenario, "image");
  };

  it.each<[string, (scenario: Scenario) => Promise<unknown>]>([
    ["that was undone", async (scenario) => undo(scenario, { revision_id: await add(scenario) })],
    [
      "that an administrator removed",
      async (scenario) => {
        await add(scenario);
        return scenario.as("admin", "delete from jersey_images where position = 1");
      },
    ],
  ])("%s is held and withheld until it is brought back", (_, takeOut) =>
    rules.scenario(async (scenario) => {
      const { as, outcome } = scenario;
      await takeOut(scenario);
      for (const edition of ["Coupe", "Finale"]) {
        expect((await state(scenario)).images).toHaveLength(1);
        expect(await files(scenario)).toEqual([WAITS]);
        // Nobody could look at it.
        const elsewhere = [fixture.pending, publicUrl(rules.ids.owner, "dos.webp")];
        expect(await outcome("owner", ADD, elsewhere)).toBe("23514");
        // Nor does a decision on something else end that.
        await as("owner", "update jerseys set edition = $2 where id = $1", [
          fixture.approved,
          edition,
        ]);
        await approve(scenario);
        const revision_id = await newest(scenario, "image");
        const { batch_id } = await undo(scenario, { revision_id }, "otherReviewer");
        expect((await state(scenario)).images.map(([, url]: string[]) => url)).toEqual(
          ["vert.webp", "dos.webp"].map((name) => publicUrl(rules.ids.owner, name)),
        );
        expect(await files(scenario)).toEqual([]);
        if (edition === "Coupe") await undo(scenario, { batch_id });
      }
    }),
  );

  it.each<[string, (scenario: Scenario) => Promise<string>]>([
    ["a submission", async () => fixture.pending],
    [
      "a suggestion",
      async (scenario) =>
        (await addJerseys(scenario, fixture, rules.ids.owner, ["Maillot bleu"]))[0]!,
    ],
  ])("with which %s waits is withheld, and held from when that is over", (_, elsewhere) =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      await add(scenario);
      const other = await elsewhere(scenario);
      await as("owner", ADD, [other, publicUrl(rules.ids.owner, "dos.webp")]);
      await as("admin", "delete from jersey_images where jersey_id = $1 and position = 1", [
        fixture.approved,
      ]);
      const revision_id = await newest(scenario, "image");
      const withheld = "select from storage.objects where user_metadata ? 'withheld'";
      expect((await system(withheld)).rowCount).toBe(1);
      expect(await files(scenario)).toEqual([]);
      await system("savepoint waits");
      await approve(scenario, other);
      expect((await system(withheld)).rowCount).toBe(0);
      await system("rollback to savepoint waits");
      await as("owner", "delete from jersey_images where jersey_id = $1 and position = 1", [other]);
      expect(await files(scenario)).toEqual([WAITS]);
      expect(await undo(scenario, { revision_id })).toMatchObject({ undone: 1 });
      expect((await state(scenario)).images).toHaveLength(2);
      expect((await system(withheld)).rowCount).toBe(0);
    }),
  );

  it("is not withheld as long as another public jersey shows it", () =>
    rules.scenario(async (scenario) => {
      await add(scenario);
      await undo(scenario, { revision_id: await add(scenario, fixture.pending) });
      const withheld = "select from storage.objects where user_metadata ? 'withheld'";
      expect((await scenario.system(withheld)).rowCount).toBe(0);
    }));

  it("doesn't come back if its file was replaced while nothing showed it", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      await as("owner", "delete from jersey_images where id = $1", [fixture.image]);
      await approve(scenario);
      const revision_id = await newest(scenario);
      // Somebody shows it again.
      await system(ADD, [fixture.pending, publicUrl(rules.ids.owner, "vert.webp")]);
      expect((await history(scenario, "reviewer"))[0].is_undoable).toBe(true);
      // A replacement of the file bears its time, here that of the scenario: the removal was before.
      await system("update revisions set at = now() - interval '1 minute'");
      expect((await history(scenario, "reviewer"))[0].is_undoable).toBe(false);
      expect(reasons(await undo(scenario, { revision_id }))).toEqual(["file"]);
    }));

  it("comes back as it was last, also by the undoing of an earlier removal", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      await as("admin", "delete from jersey_images where id = $1", [fixture.image]);
      const removal = { revision_id: await newest(scenario) };
      const { batch_id } = await undo(scenario, removal);
      await system("update jersey_images set position = 7, kind = 'back' where id = $1", [
        fixture.image,
      ]);
      const last = await state(scenario);
      await undo(scenario, { batch_id });
      await undo(scenario, removal);
      expect(await state(scenario)).toEqual(last);
    }));

  it("goes for good with the account of its owner", () =>
    rules.scenario(async (scenario) => {
      const { system } = scenario;
      await undo(scenario, { revision_id: await accepted(scenario, {}, jersey(), photo()) });
      expect(await files(scenario)).toEqual([WAITS]);
      const claims = JSON.stringify({ sub: rules.ids.member });
      await system("select set_config('request.jwt.claims', $1, true)", [claims]);
      await system("select private.delete_account()");
      await system("select set_config('request.jwt.claims', '', true)");
      expect(await files(scenario)).toMatchObject([{ held: false, later: false }]);
      expect(reasons(await undo(scenario, { revision_id: await newest(scenario) }))).toEqual([
        "file",
      ]);
    }));
});

describe("a batch", () => {
  it("is what one decision changed, and goes back as one, undoings too", () =>
    rules.scenario(async (scenario) => {
      const before = await state(scenario);
      const id = await accepted(scenario, { year: 1976, edition: "Finale" }, jersey(), photo());
      const after = await state(scenario);
      let batch_id = await batchOf(scenario, id);
      const shown = { batch_id, batch_size: 2 };
      expect(await history(scenario, "visitor")).toMatchObject([shown, shown, { batch_size: 1 }]);
      for (const expected of [before, after, before]) {
        const seen = await undo(scenario, { batch_id, dry_run: true });
        const done = await undo(scenario, { batch_id });
        expect(done).toMatchObject({ total: 2, undone: 2, revisions: seen.revisions });
        expect(await state(scenario)).toEqual(expected);
        // Once more finds nothing to do: what was undone already is no news.
        expect(await undo(scenario, { batch_id })).toMatchObject({ undone: 0, revisions: [] });
        batch_id = done.batch_id!;
      }
      expect(await notices(scenario)).toHaveLength(1);
    }));
});

describe("a decision within twelve seconds", () => {
  const decided = async (scenario: Scenario, changes: object, photos: object[] = []) => {
    const { id } = await suggest(scenario, { ...jersey(), changes, photos });
    return (await decide(scenario, id, yes, { by: "otherReviewer" })).batch_id;
  };

  it("is undone for all to see if what it changed was changed meanwhile and back", () =>
    rules.scenario(async (scenario) => {
      const batch_id = await decided(scenario, { year: 1976 });
      for (const year of [1980, 1976]) await correct(scenario, `year = ${year}`);
      expect(await undo(scenario, { batch_id })).toMatchObject({ undone: 1 });
      expect((await history(scenario, "visitor"))[0]).toMatchObject({
        kind: "undo",
        changes: { year: { before: 1976, after: null } },
      });
      expect(await state(scenario)).toMatchObject({ year: null });
    }));

  it.each([
    ["and something else was changed", "update jerseys set price = 80 where id = $1"],
    ["and nothing", "select from jerseys where id = $1"],
  ])("is undone as if it had not been, %s", (_, text) =>
    rules.scenario(async (scenario) => {
      const batch_id = await decided(scenario, { year: 1976 });
      await scenario.as("admin", text, [fixture.approved]);
      expect(await undo(scenario, { batch_id })).toMatchObject({ undone: 1, batch_id: null });
      expect(await newest(scenario, "year")).toBeNull();
    }),
  );

  it("on a photo is undone for all to see if the order was changed meanwhile", () =>
    rules.scenario(async (scenario) => {
      const batch_id = await decided(scenario, {}, photo());
      const { images } = await state(scenario);
      const ids = images.map(([id]: string[]) => id);
      await scenario.as("admin", "select order_images($1, $2)", [
        fixture.approved,
        ids.toReversed(),
      ]);
      await undo(scenario, { batch_id });
      expect((await history(scenario, "visitor"))[0]).toMatchObject({ kind: "undo" });
    }));
});

describe("what a member changed", () => {
  const what = () => ({ member: rules.ids.member });
  const team = () => ({ type: "team", target: fixture.team });

  it("goes back to the beginning of each chain, as the dry run says", () =>
    rules.scenario(async (scenario) => {
      const before = await state(scenario);
      await accepted(scenario, { year: 1976, edition: "Finale" });
      await accepted(scenario, { year: 1977, brand_id: fixture.brand });
      await accepted(scenario, { year: 1978, kit_type: "away" });
      await accepted(scenario, {}, jersey(), photo());
      await accepted(scenario, { city: "Saint-Étienne" }, team());
      const competition = { type: "competition", target: fixture.competition };
      await accepted(scenario, { country: "FR" }, competition);
      const seen = await undo(scenario, { ...what(), dry_run: true });
      expect(seen.total).toBe(6);
      expect(seen.revisions.map(({ back }) => back.join())).toEqual([
        "country",
        "city",
        "image",
        "kit_type,year",
        "brand,year",
        "edition,year",
      ]);
      const { steps, undone, batch_id } = await undo(scenario, { ...what(), reason: "Un vandale" });
      expect([steps, undone]).toEqual([3, 6]);
      expect(await state(scenario)).toEqual(before);
      expect(await undo(scenario, what())).toMatchObject({ undone: 0, revisions: [] });
      // All steps are one batch, and the member was told once.
      expect(await notices(scenario)).toEqual([
        { about: "profile", note: "Un vandale", changes: [] },
      ]);
      expect(await undo(scenario, { batch_id })).toMatchObject({ undone: 6 });
      expect(await state(scenario)).toMatchObject({ year: 1978, brand: "Le Coq Sportif" });
    }));

  it("is told once a day, whatever the reasons", () =>
    rules.scenario(async (scenario) => {
      for (const [year, hours, amount] of [
        [1976, 0, 1],
        [1977, 23, 1],
        [1978, 2, 2],
      ] as const) {
        await scenario.system(
          "update notices set created_at = created_at - make_interval(hours => $1)",
          [hours],
        );
        await accepted(scenario, { year });
        await undo(scenario, what());
        expect(await notices(scenario)).toHaveLength(amount);
      }
    }));

  it("stays where others changed it since or where it can't come back, the rest goes", () =>
    rules.scenario(async (scenario) => {
      await accepted(scenario, { year: 1976, edition: "Finale" });
      await accepted(scenario, { year: 1980 }, jersey(), [], "stranger");
      await scenario.system(
        `insert into revisions (target_type, target_id, kind, changes, contributor_id)
         values ('team', $1, 'suggestion', '{"founded_year": {"before": 5, "after": null}}', $2)`,
        [fixture.team, rules.ids.member],
      );
      await accepted(scenario, { short_name: "Verts" }, team());
      expect(await undo(scenario, what())).toMatchObject({
        undone: 2,
        revisions: [
          { back: ["edition"], stays: { year: "changed" } },
          { back: ["short_name"], stays: {} },
          { back: [], stays: { founded_year: "refused" } },
        ],
      });
      expect(await state(scenario)).toMatchObject({ year: 1980, edition: null });
    }));

  it("and somebody put right is left so, and what is older than asked", () =>
    rules.scenario(async (scenario) => {
      const old = await accepted(scenario, { year: 1976 });
      await scenario.system("update revisions set at = now() - interval '2 days'");
      await accepted(scenario, { year: 1990 });
      await undo(scenario, { revision_id: await accepted(scenario, { year: 1976 }) }, "admin");
      const since = new Date(Date.now() - 86_400_000);
      expect(await undo(scenario, { ...what(), since })).toMatchObject({ total: 2, undone: 1 });
      expect(await state(scenario)).toMatchObject({ year: 1976 });
      await undo(scenario, { revision_id: old });
      expect(await state(scenario)).toMatchObject({ year: null });
    }));
});

describe("an import", () => {
  const line = (key: string) => ({
    key,
    title: `Maillot ${key}`,
    team: "AS Saint-Étienne",
    competition: "Ligue 1",
    season: "2024-25",
    kit_type: "third",
    may_repeat: true,
    images: key === "a" ? [{ path: `${rules.ids.admin}/a.webp` }] : [],
  });
  const send = async ({ as }: Writer, id: string, lines: object[], batch = 0) =>
    (
      await as("admin", "select import_jerseys($1, $2, $3) as done", [
        id,
        batch,
        JSON.stringify(lines),
      ])
    ).rows[0].done;
  /** Imports Maillot a, b, c …; with these ids in the file. */
  async function imported(scenario: Scenario, keys: string, status = "approved", ids: What = {}) {
    const batch_id: string = randomUUID();
    await scenario.as(
      "admin",
      "select begin_catalogue_import($1, 'maillots.csv', 'digest', 9, $2)",
      [batch_id, status],
    );
    const lines = [...keys].map((key) => ({ ...line(key), ...(ids[key] ? { id: ids[key] } : {}) }));
    expect(await send(scenario, batch_id, lines)).toMatchObject({ added: keys.length });
    return { batch_id };
  }
  const jerseys = async ({ system }: Scenario): Promise<Record<string, string>> => {
    const { rows } = await system(
      "select right(title, 1) as key, id from jerseys where title ~ '^Maillot [a-z]$' and is_active",
    );
    return Object.fromEntries(rows.map(({ key, id }) => [key, id]));
  };
  const counters = async ({ system }: Scenario, { batch_id }: { batch_id: string }) =>
    (
      await system(
        "select removed, kept, undone_at is not null as is_undone from catalogue_imports where id = $1",
        [batch_id],
      )
    ).rows[0];
  const BEFORE = { removed: 0, kept: 0, is_undone: false };
  const AFTER = { removed: 4, kept: 0, is_undone: true };

  it.each(["approved", "pending"])(
    "of %s jerseys is undone and brought back, by administrators",
    (status) =>
      rules.scenario(async (scenario) => {
        const { system } = scenario;
        const what = await imported(scenario, "abcd", status);
        const all = await jerseys(scenario);
        expect(await history(scenario, "admin", all.a)).toMatchObject([
          {
            kind: "imported",
            username: "admin",
            changes: { jersey: { before: null, after: "Maillot a" } },
            batch_size: 4,
          },
        ]);
        // Another administrator: the one who imported isn't told of each jersey.
        await makeReviewer(scenario, "stranger", "admin");
        let { batch_id } = what;
        for (const [expected, found] of [
          [AFTER, {}],
          [BEFORE, all],
          [AFTER, {}],
        ] as const) {
          expect(reasons(await undo(scenario, { batch_id }))).toEqual(Array(4).fill("urgent"));
          const done = await undo(scenario, { batch_id }, "stranger");
          expect(reasons(done)).toEqual(Array(4).fill("back"));
          batch_id = done.batch_id!;
          expect(await jerseys(scenario)).toEqual(found);
          expect(await counters(scenario, what)).toEqual(expected);
          expect((await system(REBUILD)).rows).toEqual([]);
        }
        expect((await system("select from notices")).rowCount).toBe(0);
      }),
  );

  it("leaves what members used and what a reviewer removed, also the second time", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      const what = await imported(scenario, "abcdefghi");
      const ids = await jerseys(scenario);
      await as("owner", "insert into lists (title) values ('Au stade')");
      for (const [key, text] of Object.entries({
        a: "insert into jersey_votes (jersey_id, vote) values ($1, 'up')",
        b: "insert into user_collections (jersey_id) values ($1)",
        c: "insert into user_wishlists (jersey_id) values ($1)",
        d: "insert into comments (jersey_id, body) values ($1, 'Beau')",
        e: `select suggest('jersey', $1, '{"year": 1976}', 'Vu sur la photo')`,
        i: `insert into list_items (list_id, jersey_id, note) select id, $1, 'Vu au stade' from lists`,
      })) {
        await as("owner", text, [ids[key]]);
      }
      await as("reviewer", "select remove_jersey($1, 'Ce n''est pas un maillot')", [ids.f]);
      const found = async () =>
        Object.keys(await jerseys(scenario))
          .toSorted()
          .join("");
      const first = await undo(scenario, what, "admin");
      expect(reasons(first).toSorted()).toEqual([
        ...Array(2).fill("back"),
        ...Array(6).fill("used"),
      ]);
      expect(await found()).toBe("abcdei");
      expect(await counters(scenario, what)).toEqual({ removed: 2, kept: 7, is_undone: true });
      const second = await undo(scenario, { batch_id: first.batch_id }, "admin");
      expect(await counters(scenario, what)).toEqual(BEFORE);
      await system("insert into user_wishlists values (gen_random_uuid(), $1, $2)", [
        rules.ids.owner,
        ids.g,
      ]);
      await undo(scenario, { batch_id: second.batch_id }, "admin");
      expect(await found()).toBe("abcdegi");
      expect(await counters(scenario, what)).toEqual({ removed: 1, kept: 8, is_undone: true });
    }));

  it("leaves a jersey that the database refuses to take down, and no other", () =>
    rules.scenario(async (scenario) => {
      const what = await imported(scenario, "abc");
      // The mark of a withheld file has no room beside so much.
      await scenario.system(
        "update storage.objects set user_metadata = jsonb_build_object('x', repeat('x', 90)) where name = $1",
        [`${rules.ids.admin}/a.webp`],
      );
      const done = await undo(scenario, what, "admin");
      expect(reasons(done).toSorted()).toEqual(["back", "back", "refused"]);
      expect(done.undone).toBe(2);
      expect(Object.keys(await jerseys(scenario))).toEqual(["a"]);
      expect(await counters(scenario, what)).toEqual({ removed: 2, kept: 1, is_undone: true });
    }));

  it("can be imported again after it was undone, ids of the file included", () =>
    rules.scenario(async (scenario) => {
      const { system } = scenario;
      const ids = { a: randomUUID(), b: randomUUID() };
      const first = await imported(scenario, "abcd", "approved", ids);
      const undoing = await undo(scenario, first, "admin");
      const refused = { message: "import_undone" };
      await expect(send(scenario, first.batch_id, [line("e")], 1)).rejects.toMatchObject(refused);
      const withheld = "select from storage.objects where user_metadata ? 'withheld'";
      expect((await system(withheld)).rowCount).toBe(1);
      const again = await imported(scenario, "abcd", "approved", ids);
      expect((await system(withheld)).rowCount).toBe(0);
      // The first ones would be there twice.
      const back = await undo(scenario, { batch_id: undoing.batch_id }, "admin");
      expect(reasons(back)).toEqual(Array(4).fill("changed"));
      await undo(scenario, again, "admin");
      // After 90 days they leave no trace.
      await system("update gone_jerseys set undo_until = now()");
      await system("select sweep_gone_jerseys()");
      expect((await system("select from gone_jerseys")).rowCount).toBe(0);
      await imported(scenario, "abcd", "approved", ids);
      expect(await jerseys(scenario)).toMatchObject(ids);
      expect(await counters(scenario, first)).toEqual(AFTER);
    }));
});

describe("a roll-over", () => {
  let lower: string;
  let promoted: string;
  beforeAll(async () => {
    const id = async (text: string, values: unknown[] = []) =>
      (await rules.system(`${text} returning id`, values)).rows[0].id as string;
    lower = await id("insert into competitions (league, name) values ('SOCCER', 'Ligue 2')");
    promoted = await id("insert into teams (name, competition_id) values ('Le Mans', $1)", [lower]);
    await rules.system("insert into team_seasons (team_id, season_id) values ($1, $2)", [
      promoted,
      fixture.season,
    ]);
  });

  /** What a visitor sees of the season. */
  const shown = async ({ as }: Writer) =>
    (
      await as(
        "visitor",
        `select competition.name || ': ' || team.name as line from seasons season
         join team_seasons entry on entry.season_id = season.id
         join competitions competition on competition.id = entry.competition_id
         join teams team on team.id = entry.team_id where season.code = '2025-26' order by 1`,
      )
    ).rows.map(({ line }) => line);
  const LINES = ["Ligue 1: AS Saint-Étienne", "Ligue 2: Le Mans"];
  const START = "select * from start_roll_over('2025-26', '2025-2026', $1)";
  const publish = ({ as }: Writer, id: string) =>
    as("admin", "select publish_roll_over(id, updated_at) from roll_overs where id = $1", [id]);
  async function published({ as }: Writer, competitions = [fixture.competition, lower]) {
    const { rows } = await as("admin", START, [competitions]);
    await publish({ as }, rows[0].id);
    return { what: { batch_id: rows[0].id as string }, season: rows[0].season_id as string };
  }

  it("is undone as a whole by administrators, and published again by undoing that, or as any draft", () =>
    rules.scenario(async (scenario) => {
      const { what } = await published(scenario);
      let { batch_id } = what;
      expect((await history(scenario, "visitor", lower, "competition"))[0]).toMatchObject({
        kind: "line_up",
        username: "admin",
        changes: { line_up: { before: null, after: "2025-2026" } },
        batch_size: 2,
      });
      const isPublished = "select from roll_overs where published_at is not null";
      for (const expected of [[], LINES, []]) {
        expect(reasons(await undo(scenario, { batch_id }))).toEqual(["urgent", "urgent"]);
        const done = await undo(scenario, { batch_id }, "admin");
        expect(reasons(done)).not.toContain("urgent");
        expect(await shown(scenario)).toEqual(expected);
        expect((await scenario.system(isPublished)).rowCount).toBe(expected.length && 1);
        expect(await undo(scenario, { batch_id }, "admin")).toMatchObject({ revisions: [] });
        batch_id = done.batch_id!;
      }
      await publish(scenario, what.batch_id);
      expect(await shown(scenario)).toEqual(LINES);
      await undo(scenario, what, "admin");
      expect(await shown(scenario)).toEqual([]);
      await scenario.as("admin", "select discard_roll_over($1)", [what.batch_id]);
      expect(reasons(await undo(scenario, { batch_id }, "admin"))).toEqual(["gone", "gone"]);
    }));

  it("keeps what was corrected after publishing", () =>
    rules.scenario(async (scenario) => {
      const { what, season } = await published(scenario);
      const line_up = { season_id: season, competition_id: lower, teams: [], seen: [promoted] };
      await scenario.as("admin", "select replace_line_ups($1)", [JSON.stringify([line_up])]);
      await undo(scenario, what, "admin");
      const { rows } = await scenario.system("select team_id from roll_over_teams");
      expect(rows).toEqual([{ team_id: fixture.team }]);
    }));

  it("stays while its season has another draft, or jerseys, but not for those of another", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      const first = await published(scenario, [fixture.competition]);
      const { rows } = await as("admin", START, [[lower]]);
      expect(reasons(await undo(scenario, first.what, "admin"))).toEqual(["changed"]);
      await publish(scenario, rows[0].id);
      await system("update jerseys set season_id = $1 where id = $2", [
        first.season,
        fixture.pending,
      ]);
      expect(reasons(await undo(scenario, first.what, "admin"))).toEqual(["used"]);
      expect(reasons(await undo(scenario, { batch_id: rows[0].id }, "admin"))).toEqual(["back"]);
      expect(await shown(scenario)).toEqual(LINES.slice(0, 1));
    }));

  it("waits for a jersey that is being submitted, and then stays", async () => {
    const { what, season } = await published(committed);
    const submission = await begun(
      "owner",
      `insert into jerseys (title, league, competition_id, season_id, team)
       values ('Maillot à temps', 'SOCCER', $1, $2, 'Le Mans')`,
      [lower, season],
    );
    const undone = await meanwhile(submission, () => undo(committed, what, "admin"));
    expect(reasons(undone)).toEqual(["used", "used"]);
  });
});

describe("at once", () => {
  it("two reviewers undo the same: the second finds it done", async () => {
    const revision_id = await accepted(committed, { year: 1976 });
    const first = await begun("reviewer", "select undo($1, reason => 'Une erreur')", [revision_id]);
    const second = await meanwhile(first, () => undo(committed, { revision_id }, "otherReviewer"));
    expect(reasons(second)).toEqual(["undone"]);
  });

  it.each([1, 2])(
    "a rename and an undoing of %i changes don't wait in a circle",
    async (amount) => {
      const titles = ["Le premier", "Le second"];
      const ids = await addJerseys(rules, fixture, rules.ids.owner, titles);
      const [one, other] = ids.map((target) => ({ type: "jersey", target }));
      await accepted(committed, { team: "Un autre club" }, one);
      if (amount === 2) await accepted(committed, { removal: null }, other);
      const rename = await connect();
      await rename.query("begin");
      await rename.query("select from teams where id = $1 for no key update", [fixture.team]);
      const commit = async () => {
        await rename.query("update jerseys set price = 12 where id = $1", [one!.target]);
        const name = `ASSE ${amount}`;
        await rename.query("update teams set name = $2 where id = $1", [fixture.team, name]);
        await rename.query("commit");
      };
      expect(
        await meanwhile({ commit }, () => undo(committed, { member: rules.ids.member })),
      ).toMatchObject({ undone: amount });
      const after = await rules.system("select team, is_active from jerseys where id = any ($1)", [
        ids,
      ]);
      const row = { team: `ASSE ${amount}`, is_active: true };
      expect(after.rows).toEqual([row, row]);
    },
  );
});

describe("the approval of a submission", () => {
  it.each<[string, Persona, object]>([
    ["that only its author owns and wishes for goes back", "owner", { undone: 1 }],
    ["that somebody else owns stays", "stranger", { undone: 0 }],
  ])("%s", (_, who, outcome) =>
    rules.scenario(async (scenario) => {
      const { as } = scenario;
      const shelves = [
        "insert into user_collections (jersey_id) values ($1)",
        "insert into user_wishlists (jersey_id) values ($1)",
      ];
      if (who === "owner") for (const sql of shelves) await as(who, sql, [fixture.pending]);
      await approve(scenario, fixture.pending);
      if (who !== "owner") for (const sql of shelves) await as(who, sql, [fixture.pending]);
      const { rows } = await scenario.system(
        "select batch_id from revisions where target_id = $1 order by id desc limit 1",
        [fixture.pending],
      );
      expect(await undo(scenario, { batch_id: rows[0].batch_id }, "admin")).toMatchObject(outcome);
    }),
  );
});
