import { randomUUID } from "node:crypto";

import { describe, expect, it } from "vitest";

import { setUpRules } from "../support/fixture.ts";
import type { Scenario } from "../support/rules.ts";

// A wish for a shirt that the catalogue lacks says what it is, as a shirt of one's own does.

const { rules, fixture } = setUpRules(["reviewer"]);

const SHIRT = {
  title: "Marqueur-titre 1998",
  team: "AS Saint-Étienne",
  league: "SOCCER",
  season: "2024-25",
  kit_type: "away",
};
const WISH =
  "insert into user_wishlists (former_jersey, note) values ($1, 'Marqueur-note') returning id";
const OWN = "select id, jersey_id, former_jersey ->> 'title' as title, note from user_wishlists";

const wish = async ({ as }: Scenario, shirt: object = SHIRT): Promise<string> =>
  (await as("owner", WISH, [JSON.stringify(shirt)])).rows[0].id;

/** Makes the shirt a public jersey. */
async function approve({ as }: Scenario): Promise<string> {
  const { rows } = await as(
    "stranger",
    `insert into jerseys (author_id, title, league, competition_id, season_id, team_id, kit_type)
     values (auth.uid(), 'Au catalogue', 'SOCCER', $1, $2, $3, 'away') returning id`,
    [fixture.competition, fixture.season, fixture.team],
  );
  await as("reviewer", "select moderate_jersey($1, 'approved')", [rows[0].id]);
  return rows[0].id;
}

describe("a wish for a shirt without a page", () => {
  it("is its member's alone, who says more of it, takes it back and puts it back", () =>
    rules.scenario(async (scenario) => {
      const { as, outcome } = scenario;
      const id = await wish(scenario);
      expect((await as("owner", OWN)).rows).toEqual([
        { id, jersey_id: null, title: SHIRT.title, note: "Marqueur-note" },
      ]);
      for (const persona of ["stranger", "admin"] as const) {
        expect((await as(persona, OWN)).rows, persona).toEqual([]);
        await as(persona, "update user_wishlists set note = 'x' where id = $1", [id]);
        await as(persona, "delete from user_wishlists where id = $1", [id]);
      }
      expect(await outcome("visitor", OWN)).toBe("42501");
      expect(await outcome("visitor", WISH, [JSON.stringify(SHIRT)])).toBe("42501");
      await as("owner", "update user_wishlists set note = 'En M', size = 'M'");
      const gone = "delete from user_wishlists where id = $1 returning former_jersey";
      const { rows } = await as("owner", gone, [id]);
      await as("owner", "insert into user_wishlists (id, former_jersey) values ($1, $2)", [
        id,
        JSON.stringify(rows[0].former_jersey),
      ]);
      expect((await as("owner", OWN)).rows).toMatchObject([{ id, title: SHIRT.title }]);
    }));

  it("says a title, a team and a sport, once each, and nothing but facts", () =>
    rules.scenario(async (scenario) => {
      const { as, outcome } = scenario;
      for (const shirt of [{}, { title: "Sans équipe", league: "SOCCER" }, [], "x"]) {
        expect(await outcome("owner", WISH, [JSON.stringify(shirt)])).toBe("23514");
      }
      await wish(scenario, { ...SHIRT, secret: "x", title: ` ${SHIRT.title} ` });
      const said = "select former_jersey from user_wishlists";
      expect((await as("owner", said)).rows).toEqual([{ former_jersey: SHIRT }]);
      expect(await outcome("owner", WISH, [JSON.stringify(SHIRT)])).toBe("23505");
      const both = "insert into user_wishlists (jersey_id, former_jersey) values ($1, $2)";
      expect(await outcome("owner", both, [fixture.approved, JSON.stringify(SHIRT)])).toBe("23514");
      expect(await outcome("owner", "insert into user_wishlists (note) values ('x')")).toBe(
        "23514",
      );
    }));

  it("is said anew by its member, as long as it has no jersey, and once", () =>
    rules.scenario(async (scenario) => {
      const { as, outcome } = scenario;
      const id = await wish(scenario);
      const say = "update user_wishlists set former_jersey = $2 where id = $1";
      const other = { ...SHIRT, team: "Stade de Reims", secret: "x" };
      await as("stranger", say, [id, JSON.stringify(other)]);
      expect(await outcome("owner", say, [id, JSON.stringify({ team: "x" })])).toBe("23514");
      await as("owner", say, [id, JSON.stringify(other)]);
      const said = "select former_jersey from user_wishlists where id = $1";
      expect((await as("owner", said, [id])).rows).toEqual([
        { former_jersey: { ...SHIRT, team: "Stade de Reims" } },
      ]);
      await wish(scenario);
      expect(await outcome("owner", say, [id, JSON.stringify(SHIRT)])).toBe("23505");
    }));

  it("keeps what it said when it has a jersey", () =>
    rules.scenario(async (scenario) => {
      const id = await wish(scenario);
      await approve(scenario);
      const say = "update user_wishlists set former_jersey = $2 where id = $1";
      expect(await scenario.outcome("owner", say, [id, JSON.stringify(SHIRT)])).toBe("23514");
    }));

  it("becomes one for the jersey that is accepted, once", () =>
    rules.scenario(async (scenario) => {
      const { as } = scenario;
      await wish(scenario, { ...SHIRT, title: "Le même, autrement dit" });
      const id = await wish(scenario);
      await wish(scenario, { ...SHIRT, kit_type: "home" });
      await scenario.system(
        "update user_wishlists set created_at = now() - interval '1 day' where id = $1",
        [id],
      );
      const jersey = await approve(scenario);
      const { rows } = await as(
        "owner",
        `${OWN} order by jersey_id nulls last, former_jersey ->> 'title'`,
      );
      expect(rows).toMatchObject([
        { id, jersey_id: jersey, title: SHIRT.title, note: "Marqueur-note" },
        { jersey_id: null },
        { jersey_id: null },
      ]);
    }));

  it.each([
    [
      "undo",
      "reviewer",
      "select undo(revision_id => (select id from revisions where target_id = $1 and kind = 'approved'), reason => 'wrong')",
    ],
    ["removal", "admin", "select remove_jersey($1, reason => 'Titre injurieux')"],
    ["deletion", "stranger", "delete from jerseys where id = $1"],
  ] as const)("is its member's again after the jersey's %s", (_, persona, change) =>
    rules.scenario(async (scenario) => {
      const id = await wish(scenario);
      await scenario.as(persona, change, [await approve(scenario)]);
      expect((await scenario.as("owner", OWN)).rows).toEqual([
        { id, jersey_id: null, title: SHIRT.title, note: "Marqueur-note" },
      ]);
    }),
  );

  it("leaves the filter by what a member has neither nor wants as it was", () =>
    rules.scenario(async (scenario) => {
      await scenario.derived();
      const neither = async () =>
        (await scenario.as("owner", `select catalogue_page('{"own":["neither"]}') as page`)).rows[0]
          .page.ids;
      const before = await neither();
      expect(before).not.toEqual([]);
      await wish(scenario);
      expect(await neither()).toEqual(before);
    }));

  it("comes with a list, and goes with its undoing and with the account", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      const id = randomUUID();
      const begin =
        "insert into collection_imports (id, file_name, line_count) values ($1, 'liste.csv', 1)";
      await as("owner", begin, [id]);
      const lines = [
        { key: "a", kind: "wish", facts: SHIRT, details: { note: "Cherché" } },
        { key: "b", kind: "wish", facts: SHIRT },
        { key: "c", kind: "wish", facts: { title: "Rien de plus" } },
      ];
      await as("owner", "select import_copies($1, $2, is_last => true)", [
        id,
        JSON.stringify(lines),
      ]);
      expect((await as("owner", OWN)).rows).toMatchObject([
        { title: SHIRT.title, note: "Cherché" },
      ]);
      const told = await as("owner", "select wishes from collection_imports where id = $1", [id]);
      expect(told.rows).toEqual([{ wishes: 1 }]);
      await as("owner", "select undo_import($1)", [id]);
      expect((await as("owner", OWN)).rows).toEqual([]);
      // One corrected since stays.
      const again = randomUUID();
      await as("owner", begin, [again]);
      await as("owner", "select import_copies($1, $2, is_last => true)", [
        again,
        JSON.stringify(lines.slice(0, 1)),
      ]);
      await as(
        "owner",
        "update user_wishlists set former_jersey = jsonb_set(former_jersey, '{season}', '\"1995-96\"')",
      );
      await as("owner", "select undo_import($1)", [again]);
      expect((await as("owner", OWN)).rows).toHaveLength(1);
      await as("owner", "delete from user_wishlists");
      await wish(scenario);
      await system("delete from auth.users where id = $1", [rules.ids.owner]);
      expect(
        (await system("select from user_wishlists where former_jersey is not null")).rowCount,
      ).toBe(0);
    }));
});
