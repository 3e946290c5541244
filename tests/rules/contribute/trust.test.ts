import { beforeAll, describe, expect, it } from "vitest";

import { fieldOf } from "../../../app/shared/domain/facts/fact.ts";
import { SMALL_FIELDS } from "../../../app/shared/domain/suggestion.ts";
import type { Persona, Scenario } from "../support/rules.ts";
import {
  contest,
  decide,
  no,
  type Given,
  queue,
  readSuggestion,
  SOURCE,
  suggest as suggestOf,
  noticesOf,
  undoRevision,
  yes,
} from "../support/suggestions.ts";
import { addFiles, setUpRules, publicUrl } from "../support/fixture.ts";

const { rules, fixture } = setUpRules(["reviewer", "otherReviewer", "member"]);

beforeAll(async () => {
  await addFiles(rules, rules.ids.member, ["a.webp"]);
});

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
    [rules.ids[persona], fixture.approved, accepted, refused, daysAgo],
  );
}

const suggest = (
  scenario: Scenario,
  changes: object,
  { persona = "member", ...more }: Partial<Given> & { persona?: Persona } = {},
) => suggestOf(scenario, { as: persona, target: fixture.approved, changes, ...more });
const standing = async ({ as }: Scenario, persona: Persona = "member") =>
  (await as(persona, "select * from my_trust()")).rows[0];
const year = async ({ system }: Scenario) =>
  (await system("select year from jerseys where id = $1", [fixture.approved])).rows[0].year;
const toCheck = (scenario: Scenario) => queue(scenario, { to_check: true });
const WRONG = { ...no, note: "Une erreur" };
const lastRevision = async ({ system }: Scenario) =>
  (await system("select max(id) as id from revisions")).rows[0].id;

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
      const row = await suggest(scenario, { year: 1976, brand_id: fixture.brand });
      expect(row).toMatchObject({
        status: "accepted",
        trusted: true,
        afterwards: null,
        verdicts: { year: { accepted: true }, brand_id: { accepted: true } },
      });
      expect(await year(scenario)).toBe(1976);
      const history = await scenario.as("visitor", "select * from history('jersey', $1)", [
        fixture.approved,
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
          { type: "competition", target: fixture.competition },
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
    ["a removal", "jersey", { removal: null }],
    ["a city", "team", { city: "Lyon" }],
    ["a name", "team", { name: "ASSE" }],
    ["colours of a team", "team", { colors: ["#00ff00"] }],
    ["a name of a competition", "competition", { name: "Ligue Une" }],
  ])("of %s waits", (_, type, changes) =>
    rules.scenario(async (scenario) => {
      await earn(scenario);
      const target = {
        jersey: fixture.approved,
        team: fixture.team,
        competition: fixture.competition,
      };
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
      for (const persona of ["stranger", "owner", "reviewer"] as const) {
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
      await earn(scenario);
      const { id } = await suggest(scenario, { year: 1976, price: 80 });
      expect((await queue(scenario)).map((row) => row.id)).toEqual([fixture.pending]);
      expect(await toCheck(scenario)).toMatchObject([
        {
          id,
          kind: "edit",
          username: "member",
          detail: { pending: ["year", "price"], conflicts: [] },
        },
      ]);
      const figures = await scenario.as("reviewer", "select * from queue_figures()");
      expect(figures.rows).toMatchObject([{ waiting: 1, to_check: 1 }]);
      expect(await decide(scenario, id, yes)).toEqual({ status: "accepted", batch_id: null });
      expect(await readSuggestion(scenario, id)).toMatchObject({
        status: "accepted",
        afterwards: "seen",
      });
      expect(await toCheck(scenario)).toEqual([]);
      expect(await standing(scenario)).toMatchObject({ decided: 21, recent: 21 });
      const history = await scenario.as(
        "visitor",
        "select kind, reason from history('jersey', $1)",
        [fixture.approved],
      );
      expect(history.rows[0]).toEqual({ kind: "trusted", reason: SOURCE });
      expect(await noticesOf(scenario, rules.ids.member)).toEqual([]);
    }));

  it("is undone where it was wrong, which ends trust for thirty days", () =>
    rules.scenario(async (scenario) => {
      const { system } = scenario;
      await earn(scenario, { accepted: 100 });
      const { id } = await suggest(scenario, { year: 1976, price: 80 });
      const done = await decide(scenario, id, { year: WRONG, price: yes });
      expect(done).toEqual({ status: "undone", batch_id: expect.any(String) });
      expect(await readSuggestion(scenario, id)).toMatchObject({
        status: "accepted",
        afterwards: "undone",
        verdicts: { year: WRONG, price: yes },
      });
      const { rows } = await system("select year, price::float from jerseys where id = $1", [
        fixture.approved,
      ]);
      expect(rows).toEqual([{ year: null, price: 80 }]);
      expect(await standing(scenario)).toMatchObject({ undone: 1, is_trusted: false });
      expect(await suggest(scenario, { year: 1977 })).toMatchObject({ status: "open" });
      expect(await noticesOf(scenario, rules.ids.member)).toMatchObject([
        { outcome: "undone", note: "wrong: Une erreur", changes: [{ field: "year" }] },
      ]);
      await system("savepoint reverted");
      // At once, it is to be looked at as before.
      await scenario.as("reviewer", "select undo(batch_id => $1, reason => 'Trop vite')", [
        done.batch_id,
      ]);
      expect(await readSuggestion(scenario, id)).toMatchObject({
        afterwards: null,
        verdicts: { year: yes, price: yes },
      });
      expect(await year(scenario)).toBe(1976);
      expect(await noticesOf(scenario, rules.ids.member)).toEqual([]);
      await system("rollback to savepoint reverted");
      // After an undoing was undone, trust is back; so it is after thirty days.
      await undoRevision(scenario, "otherReviewer", await lastRevision(scenario));
      expect(await standing(scenario)).toMatchObject({ undone: 0, is_trusted: true });
      expect(await readSuggestion(scenario, id)).toMatchObject({ afterwards: "seen" });
      await system("rollback to savepoint reverted");
      await system("update revisions set at = now() - interval '31 days'");
      expect(await standing(scenario)).toMatchObject({ undone: 0, is_trusted: true });
    }));

  it("is not won by contesting refusals", () =>
    rules.scenario(async (scenario) => {
      await earn(scenario, { accepted: 37, refused: 5 });
      await scenario.system(`update suggestions set changes = '{"year": 1}'`);
      expect(await standing(scenario)).toMatchObject({ recent: 42, is_trusted: false });
      const { rows } = await scenario.system("select id from suggestions where status = 'refused'");
      for (const { id } of rows) await contest(scenario, id);
      expect(await standing(scenario)).toMatchObject({ recent: 42, is_trusted: false });
    }));

  it("is not won by contesting a refusal and deleting the jersey", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      await system("update jerseys set author_id = $2 where id = $1", [
        fixture.approved,
        rules.ids.member,
      ]);
      const { id } = await suggest(scenario, { year: 1976 });
      await decide(scenario, id, no);
      const { decided_at } = await readSuggestion(scenario, id);
      await contest(scenario, id);
      await as("member", "delete from jerseys where id = $1", [fixture.approved]);
      expect(await standing(scenario)).toMatchObject({ recent: 1, recent_accepted: 0 });
      expect(await readSuggestion(scenario, id)).toMatchObject({
        status: "refused",
        verdicts: { year: no },
        decided_at,
      });
    }));

  it("stays on the list, and undone, as long as a part of it is", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      await earn(scenario);
      const { id } = await suggest(scenario, { year: 1901, price: 12 });
      const revision = await lastRevision(scenario);
      const looked = async () => (await readSuggestion(scenario, id)).afterwards;
      const undoPrice = "select undo($1, fields => '{price}', reason => 'Rien à voir')";
      await system("savepoint live");
      await as("otherReviewer", undoPrice, [revision]);
      expect(await looked()).toBeNull();
      await decide(scenario, id, WRONG);
      expect(await looked()).toBe("undone");
      await system("rollback to savepoint live");
      await undoRevision(scenario, "admin", revision);
      expect(await toCheck(scenario)).toEqual([]);
      expect(await standing(scenario)).toMatchObject({
        undone: 1,
        recent: 21,
        recent_accepted: 20,
      });
      await as("otherReviewer", undoPrice, [await lastRevision(scenario)]);
      expect(await looked()).toBe("undone");
      expect(await standing(scenario)).toMatchObject({ undone: 1 });
    }));

  it.each(["admin", "member"] as const)("that %s changed since was wrong all the same", (persona) =>
    rules.scenario(async (scenario) => {
      await earn(scenario);
      const { id } = await suggest(scenario, { year: 1976 });
      if (persona === "admin") {
        await scenario.as("admin", "update jerseys set year = 1980 where id = $1", [
          fixture.approved,
        ]);
      } else await suggest(scenario, { year: 1980 });
      expect(await decide(scenario, id, WRONG)).toEqual({ status: "undone", batch_id: null });
      expect(await readSuggestion(scenario, id)).toMatchObject({
        status: "accepted",
        afterwards: "undone",
        verdicts: { year: WRONG },
      });
      expect(await year(scenario)).toBe(1980);
      expect(await standing(scenario)).toMatchObject({ recent: 21, recent_accepted: 20 });
      expect(await noticesOf(scenario, rules.ids.member)).toMatchObject([
        { outcome: "suggestion_refused", changes: [{ field: "year", after: "1976", ...WRONG }] },
      ]);
    }),
  );

  it("that was changed since may still be right", () =>
    rules.scenario(async (scenario) => {
      await earn(scenario);
      const { id } = await suggest(scenario, { year: 1976 });
      await scenario.as("admin", "update jerseys set year = 1980 where id = $1", [
        fixture.approved,
      ]);
      await decide(scenario, id, yes);
      expect(await year(scenario)).toBe(1980);
      expect(await standing(scenario)).toMatchObject({ recent: 21, recent_accepted: 21 });
    }));
});
