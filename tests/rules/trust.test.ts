import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { fieldOf, SMALL_FIELDS } from "../../app/domain/suggestion.ts";
import { createRules, type Persona, type Rules, type Scenario } from "./support/rules.ts";
import { addFiles, createWorld, publicUrl, type World } from "./support/world.ts";

let rules: Rules;
let world: World;

beforeAll(async () => {
  rules = await createRules(undefined, ["reviewer", "otherReviewer", "member"]);
  world = await createWorld(rules);
  await addFiles(rules, rules.ids.member, ["a.webp"]);
});
afterAll(() => rules.close());

interface Past {
  accepted?: number;
  refused?: number;
  daysAgo?: number;
  persona?: Exclude<Persona, "visitor">;
}

/** Gives a member decided suggestions, so many days ago; the refused ones are the latest. */
async function earn(
  { system }: Scenario,
  { accepted = 20, refused = 0, persona = "member", daysAgo = 1 }: Past = {},
) {
  await system(
    `insert into suggestions (target_type, target_id, title, member_id, changes, was, words, source, status, decided_at)
     select 'jersey', $2, 'Maillot', $1, '{}', '{}', '{}', 'Vu sur la photo',
       case when n <= $3 then 'accepted' else 'refused' end, now() - make_interval(days => $5) + n * interval '1 second'
     from generate_series(1, $3 + $4::int) n`,
    [rules.ids[persona], world.approved, accepted, refused, daysAgo],
  );
}

const suggest = async (
  { as }: Scenario,
  changes: object,
  {
    persona = "member" as Persona,
    type = "jersey",
    target = world.approved,
    photos = [] as object[],
    id = null as string | null,
  } = {},
) =>
  (
    await as(persona, "select * from suggest($1, $2, $3, 'Vu sur la photo', $4, $5)", [
      type,
      target,
      JSON.stringify(changes),
      JSON.stringify(photos),
      id,
    ])
  ).rows[0];
const standing = async ({ as }: Scenario, persona: Persona = "member") =>
  (await as(persona, "select * from my_trust()")).rows[0];
const year = async ({ system }: Scenario) =>
  (await system("select year from jerseys where id = $1", [world.approved])).rows[0].year;
const queue = async ({ as }: Scenario, filter: object, persona: Persona = "reviewer") =>
  (await as(persona, "select * from suggestion_queue($1)", [JSON.stringify(filter)])).rows;
const newest = async ({ system }: Scenario): Promise<number> =>
  (await system("select max(id)::int as id from revisions")).rows[0].id;
const UNDO = "select undo($1, fields => $2, reason => 'Une erreur')";
const REVIEW = "select * from review_trusted($1, $2, 'Une erreur')";

describe("trust", () => {
  it("is computed from the decisions of a year and undone changes", () =>
    rules.scenario(async (scenario) => {
      expect(await standing(scenario)).toMatchObject({ decided: 0, recent: 0, is_trusted: false });
      await scenario.system("savepoint nothing");
      const of = async (past: Past) => {
        await earn(scenario, past);
        const { is_trusted } = await standing(scenario);
        await scenario.system("rollback to savepoint nothing");
        return is_trusted;
      };
      expect(await of({})).toBe(true);
      expect(await of({ daysAgo: 364 })).toBe(true);
      expect(await of({ daysAgo: 367 })).toBe(false);
      expect(await of({ accepted: 19 })).toBe(false);
      // 95 % of the last fifty: two refused are too many of 40, and of fifty at most two.
      expect(await of({ accepted: 38, refused: 2 })).toBe(true);
      expect(await of({ accepted: 37, refused: 2 })).toBe(false);
      expect(await of({ accepted: 100, refused: 2 })).toBe(true);
      expect(await of({ accepted: 100, refused: 3 })).toBe(false);
    }));

  it("counts one accepted in part as not accepted, and leaves out what a deletion ended", () =>
    rules.scenario(async (scenario) => {
      await earn(scenario);
      await scenario.system(
        `insert into suggestions (target_type, target_id, title, member_id, changes, was, words, source, status, verdicts, decided_at)
         select 'jersey', gen_random_uuid(), 'Parti', $1, '{}', '{}', '{}', 'Vu sur la photo', 'refused',
           '{"year": {"accepted": false, "reason": "gone"}}', now() from generate_series(1, 9)`,
        [rules.ids.member],
      );
      expect(await standing(scenario)).toMatchObject({ recent: 20, is_trusted: true });
      await scenario.system(
        "update suggestions set status = 'partly' where id = (select id from suggestions where title = 'Maillot' limit 1)",
      );
      expect(await standing(scenario)).toMatchObject({
        decided: 20,
        recent: 20,
        recent_accepted: 19,
        is_trusted: true,
      });
    }));

  it("is no use to suspended and anonymous accounts, and members read only theirs", () =>
    rules.scenario(async (scenario) => {
      const { outcome, system } = scenario;
      await earn(scenario);
      expect(await standing(scenario, "stranger")).toMatchObject({ decided: 0 });
      expect(await outcome("visitor", "select my_trust()")).toBe("42501");
      expect(await outcome("member", "select private.trust_in($1)", [rules.ids.owner])).toBe(
        "42501",
      );
      for (const [change, message] of [
        ["banned_until = 'infinity'", "member_suspended"],
        ["is_anonymous = true", "member_anonymous"],
      ]) {
        await system("savepoint account");
        await system(`update auth.users set ${change} where id = $1`, [rules.ids.member]);
        await expect(suggest(scenario, { year: 1976 })).rejects.toMatchObject({ message });
        await system("rollback to savepoint account");
      }
    }));
});

describe("a trusted member's suggestion", () => {
  it("is small in the form as in the database", async () => {
    for (const [type, fields] of Object.entries(SMALL_FIELDS)) {
      const { rows } = await rules.system("select private.small_columns($1) as columns", [type]);
      expect(rows[0].columns.map(fieldOf)).toEqual(fields);
    }
  });

  it("of a small correction is public at once, and says so in the history", () =>
    rules.scenario(async (scenario) => {
      await earn(scenario);
      const row = await suggest(scenario, { year: 1976, brand_id: world.brand });
      expect(row).toMatchObject({
        status: "accepted",
        trusted: true,
        afterwards: null,
        verdicts: { year: { accepted: true }, brand_id: { accepted: true } },
      });
      expect(await year(scenario)).toBe(1976);
      const history = await scenario.as("visitor", "select * from history('jersey', $1)", [
        world.approved,
      ]);
      expect(history.rows[0]).toMatchObject({
        kind: "trusted",
        username: "member",
        // Words that nobody has read.
        reason: null,
        changes: { year: { after: 1976 }, brand: { after: "Le Coq Sportif" } },
      });
      expect(
        await suggest(
          scenario,
          { country: "FR" },
          { type: "competition", target: world.competition },
        ),
      ).toMatchObject({ trusted: true });
      // What nobody decided says nothing about how long decisions take.
      const figures = await scenario.as("visitor", "select * from queue_figures()");
      expect(Number(figures.rows[0].typical_hours)).toBeGreaterThan(-25);
      expect(await standing(scenario)).toMatchObject({ decided: 20, recent: 20 });
    }));

  it.each([
    ["a title", "jersey", { title: "Autre" }],
    ["a link", "jersey", { external_link: "https://exemple.fr" }],
    ["a description", "jersey", { description: "Un beau maillot." }],
    ["a small and a big one", "jersey", { year: 1976, title: "Autre" }],
    ["words of one's own", "jersey", { edition: "Finale" }],
    ["a brand that isn't in the list", "jersey", { brand: "www.exemple.fr" }],
    ["a country in words", "team", { country: "exemple.fr" }],
    ["a country of a competition in words", "competition", { country: "exemple.fr" }],
    ["a city", "team", { city: "Lyon" }],
    ["a name", "team", { name: "ASSE" }],
    ["colours of a team", "team", { colors: ["#00ff00"] }],
    ["a name of a competition", "competition", { name: "Ligue Une" }],
  ])("of %s waits", (_, type, changes) =>
    rules.scenario(async (scenario) => {
      await earn(scenario);
      const target = { jersey: world.approved, team: world.team, competition: world.competition };
      expect(
        await suggest(scenario, changes, { type, target: target[type as keyof typeof target] }),
      ).toMatchObject({ status: "open", trusted: false });
    }),
  );

  it("with a photo, or in place of an open one, waits", () =>
    rules.scenario(async (scenario) => {
      const { id } = await suggest(scenario, { year: 1975 });
      await earn(scenario);
      expect(await suggest(scenario, { year: 1976 }, { id })).toMatchObject({ status: "open" });
      const photos = [{ url: publicUrl(rules.ids.member, "a.webp"), kind: "back" }];
      expect(await suggest(scenario, { price: 80 }, { photos })).toMatchObject({
        status: "open",
      });
    }));

  it("of others waits, whatever their role", () =>
    rules.scenario(async (scenario) => {
      await earn(scenario);
      for (const persona of ["stranger", "owner", "reviewer", "admin"] as const) {
        await scenario.system("savepoint one");
        expect(await suggest(scenario, { year: 1976 }, { persona })).toMatchObject({
          status: "open",
        });
        await scenario.system("rollback to savepoint one");
      }
    }));

  it("is within the limits for writing", () =>
    rules.scenario(async (scenario) => {
      await earn(scenario);
      await scenario.system("update private.write_limits set most = 1 where kind = 'suggestions'");
      await suggest(scenario, { year: 1976 });
      await expect(suggest(scenario, { year: 1977 })).rejects.toMatchObject({ code: "PT429" });
      expect(await year(scenario)).toBe(1976);
    }));
});

describe("what was public at once", () => {
  it("is looked at afterwards by reviewers, in a list of its own", () =>
    rules.scenario(async (scenario) => {
      const { outcome, as } = scenario;
      await earn(scenario);
      const { id } = await suggest(scenario, { year: 1976 });
      expect(await queue(scenario, {})).toEqual([]);
      expect(await queue(scenario, { afterwards: true })).toMatchObject([
        { id, pending: [], conflicts: [], username: "member" },
      ]);
      for (const persona of ["visitor", "owner", "stranger", "member"] as const) {
        expect(await outcome(persona, REVIEW, [id, false])).toBe("42501");
      }
      const { rows } = await as("reviewer", REVIEW, [id, false]);
      expect(rows).toMatchObject([{ status: "accepted", afterwards: "seen" }]);
      expect(await queue(scenario, { afterwards: true })).toEqual([]);
      expect(await standing(scenario)).toMatchObject({ decided: 21, recent: 21 });
      const history = await as("visitor", "select kind, reason from history('jersey', $1)", [
        world.approved,
      ]);
      expect(history.rows[0]).toEqual({ kind: "trusted", reason: "Vu sur la photo" });
      await expect(as("otherReviewer", REVIEW, [id, true])).rejects.toMatchObject({
        message: "suggestion_decided",
        detail: expect.stringContaining('"reviewer"'),
      });
      expect(await year(scenario)).toBe(1976);
    }));

  it("is nobody's own to look at", () =>
    rules.scenario(async (scenario) => {
      const { outcome, system } = scenario;
      await earn(scenario);
      const { id } = await suggest(scenario, { year: 1976 });
      await system(
        "insert into user_roles (user_id, role) values ($1, 'reviewer'), ($2, 'reviewer')",
        [rules.ids.owner, rules.ids.member],
      );
      expect(await outcome("member", REVIEW, [id, false])).toBe("PT403");
      expect(await outcome("owner", REVIEW, [id, false])).toBe("PT403");
      await system("update auth.users set banned_until = 'infinity' where id = $1", [
        rules.ids.reviewer,
      ]);
      expect(await outcome("reviewer", REVIEW, [id, false])).toBe("42501");
      expect(await outcome("admin", REVIEW, [id, false])).toBe(1);
      // The answer about a decided one says who decided.
      for (const persona of ["member", "owner"] as const) {
        expect(await outcome(persona, REVIEW, [id, false])).toBe("PT403");
      }
    }));

  it("can be undone, and one undone within thirty days ends trust", () =>
    rules.scenario(async (scenario) => {
      const { as, system, outcome } = scenario;
      await earn(scenario, { accepted: 100 });
      const before = await year(scenario);
      expect(
        await outcome("reviewer", "select review_trusted($1, true, null)", [
          (await suggest(scenario, { price: 80 })).id,
        ]),
      ).toBe("PT400");
      const { id } = await suggest(scenario, { year: 1976 });
      expect((await as("reviewer", REVIEW, [id, true])).rows).toMatchObject([
        { afterwards: "undone" },
      ]);
      expect(await year(scenario)).toBe(before);
      expect(await standing(scenario)).toMatchObject({ undone: 1, is_trusted: false });
      expect(await suggest(scenario, { year: 1977 })).toMatchObject({ status: "open" });
      const told = await as("member", "select note from notices where outcome = 'undone'");
      expect(told.rows).toEqual([{ note: "Une erreur" }]);
      // After an undoing was undone, trust is back; so it is after thirty days.
      await system("savepoint reverted");
      await as("otherReviewer", UNDO, [await newest(scenario), null]);
      expect(await standing(scenario)).toMatchObject({ undone: 0, is_trusted: true });
      await system("rollback to savepoint reverted");
      await system("update revisions set at = now() - interval '31 days'");
      expect(await standing(scenario)).toMatchObject({ undone: 0, is_trusted: true });
    }));

  it("is not won by contesting refusals", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      await earn(scenario, { accepted: 37, refused: 5 });
      expect(await standing(scenario)).toMatchObject({ recent: 42, is_trusted: false });
      const { rows } = await system("select id from suggestions where status = 'refused'");
      for (const { id } of rows) {
        await as("member", "select contest_suggestion($1, 'Mais si')", [id]);
      }
      expect(await standing(scenario)).toMatchObject({ recent: 42, is_trusted: false });
    }));

  it("is not won by contesting a refusal and deleting the jersey", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      await system("update jerseys set author_id = $2 where id = $1", [
        world.approved,
        rules.ids.member,
      ]);
      await suggest(scenario, { year: 1976 });
      const no = JSON.stringify({ year: { accepted: false, reason: "wrong" } });
      const { rows } = await as(
        "reviewer",
        "select decided.* from suggestions s, decide_suggestion(s.id, $1, s.edited_at) decided",
        [no],
      );
      await as("member", "select contest_suggestion($1, 'Mais si')", [rows[0].id]);
      await as("member", "delete from jerseys where id = $1", [world.approved]);
      expect(await standing(scenario)).toMatchObject({ recent: 1, recent_accepted: 0 });
      const ended = await system("select status, verdicts, decided_at from suggestions");
      expect(ended.rows).toEqual([
        { status: "refused", verdicts: JSON.parse(no), decided_at: rows[0].decided_at },
      ]);
    }));

  it("stays on the list, and undone, as long as a part of it is", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      await earn(scenario);
      const { id } = await suggest(scenario, { year: 1901, price: 12 });
      const revision = await newest(scenario);
      const looked = async () =>
        (await system("select afterwards from suggestions where id = $1", [id])).rows[0].afterwards;
      await system("savepoint live");
      await as("otherReviewer", UNDO, [revision, ["price"]]);
      expect(await looked()).toBeNull();
      await as("reviewer", REVIEW, [id, true]);
      expect(await looked()).toBe("undone");
      await system("rollback to savepoint live");
      await as("admin", UNDO, [revision, null]);
      expect(await queue(scenario, { afterwards: true })).toEqual([]);
      expect(await standing(scenario)).toMatchObject({
        undone: 1,
        recent: 21,
        recent_accepted: 20,
      });
      await as("otherReviewer", UNDO, [await newest(scenario), ["price"]]);
      expect(await looked()).toBe("undone");
      expect(await standing(scenario)).toMatchObject({ undone: 1 });
    }));

  it.each(["admin", "member"] as const)("that %s changed since was wrong all the same", (persona) =>
    rules.scenario(async (scenario) => {
      const { as, outcome, system } = scenario;
      await earn(scenario);
      const { id } = await suggest(scenario, { year: 1976 });
      if (persona === "admin") {
        await as("admin", "update jerseys set year = 1980 where id = $1", [world.approved]);
      } else await suggest(scenario, { year: 1980 });
      expect(await outcome("reviewer", "select review_trusted($1, true, null)", [id])).toBe(
        "PT400",
      );
      expect((await as("reviewer", REVIEW, [id, true])).rows).toMatchObject([
        { status: "accepted", afterwards: "undone" },
      ]);
      expect(await year(scenario)).toBe(1980);
      expect(await standing(scenario)).toMatchObject({ recent: 21, recent_accepted: 20 });
      const wrong = { accepted: false, reason: "wrong", note: "Une erreur" };
      const stored = await system("select verdicts from suggestions where id = $1", [id]);
      expect(stored.rows).toEqual([{ verdicts: { year: wrong } }]);
      const told = await as("member", "select outcome, changes from notices");
      expect(told.rows).toMatchObject([
        { outcome: "suggestion_refused", changes: [{ field: "year", after: "1976", ...wrong }] },
      ]);
      expect(await outcome("reviewer", REVIEW, [id, false])).toBe("PT409");
    }),
  );

  it("that was changed since may still be right, and waits while its jersey is hidden", () =>
    rules.scenario(async (scenario) => {
      const { as, outcome, system } = scenario;
      await earn(scenario);
      const { id } = await suggest(scenario, { year: 1976 });
      await system("update jerseys set status = 'rejected' where id = $1", [world.approved]);
      await expect(as("reviewer", REVIEW, [id, true])).rejects.toMatchObject({
        message: "revision_outdated",
      });
      await system("update jerseys set status = 'approved', year = 1980 where id = $1", [
        world.approved,
      ]);
      expect(await outcome("reviewer", REVIEW, [id, false])).toBe(1);
      expect(await standing(scenario)).toMatchObject({ recent: 21, recent_accepted: 21 });
    }));
});

describe("the queue", () => {
  it("is filtered by competition and by age", () =>
    rules.scenario(async (scenario) => {
      const { as, system, outcome } = scenario;
      const { id } = await suggest(scenario, { year: 1976 });
      await suggest(scenario, { city: "Lyon" }, { type: "team", target: world.team });
      await system("update suggestions set created_at = now() - interval '4 days' where id = $1", [
        id,
      ]);
      const count = async (filter: object) => (await queue(scenario, filter)).length;
      expect(await count({ competition_id: world.competition })).toBe(2);
      expect(await count({ competition_id: world.retiredCompetition })).toBe(0);
      expect(await Promise.all([1, 3, 7].map((days) => count({ days })))).toEqual([1, 1, 0]);
      const offered = await as("reviewer", "select * from queue_competitions()");
      expect(offered.rows).toEqual([
        { id: world.competition, name: "Ligue 1", league: "SOCCER", waiting: 2 },
      ]);
      for (const persona of ["visitor", "owner", "stranger", "member"] as const) {
        expect(await outcome(persona, "select queue_competitions()")).toBe("42501");
      }
    }));

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
  ])("refuses a filter with %s by name", (_, filter, after) =>
    rules.scenario(({ as }) =>
      expect(
        as("reviewer", "select * from suggestion_queue($1, $2)", [filter, after]),
      ).rejects.toMatchObject({ code: "PT400", message: "queue_filter" }),
    ),
  );
});
