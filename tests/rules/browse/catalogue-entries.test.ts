import { DEMONSTRATION } from "../../../app/shared/domain/demonstration.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { APPLY_CATALOGUE, type Filter, walk } from "../support/catalogue-fixture.ts";
import { MERGE } from "../support/merge.ts";
import { createRules, type Rules, type Scenario } from "../support/rules.ts";
import { decide, yes } from "../support/suggestions.ts";
import { addJerseys, createFixture, publicUrl, type Fixture } from "../support/fixture.ts";
import { REBUILD } from "../../support/rebuild.ts";

let rules: Rules;
let fixture: Fixture;

beforeAll(async () => {
  rules = await createRules();
  fixture = await createFixture(rules);
});
afterAll(() => rules.close());

const PUBLISH = "update jerseys set status = 'approved' where id = $1";

/** Expects that entries and counts equal what the jerseys say. */
async function expectExact({ system }: Scenario): Promise<void> {
  expect((await system(REBUILD)).rows).toEqual([]);
}

/** What the catalogue shows once all is derived. */
async function ids(scenario: Scenario, filter: Filter = {}): Promise<string[]> {
  await scenario.derived();
  return walk(scenario, "visitor", filter);
}

describe("entries and counts follow", () => {
  it.each([
    ["an approval", "select moderate_jersey($1, 'approved')", "pending", true],
    ["a removal", "select remove_jersey($1, 'wrong')", "approved", false],
    ["hiding", "update jerseys set is_active = false where id = $1", "approved", false],
    ["showing again", "update jerseys set is_active = true where id = $1", "inactive", true],
    ["a deletion", "delete from jerseys where id = $1", "approved", false],
    ["a merge", MERGE, "approved", false],
  ] as const)("%s", (_, text, jersey, isShown) =>
    rules.scenario(async (scenario) => {
      const values = [fixture[jersey]];
      if (text === MERGE) {
        await scenario.system(PUBLISH, [fixture.pending]);
        values.push(fixture.pending);
      }
      await scenario.as(text.startsWith("delete") ? "owner" : "admin", text, values);
      expect((await ids(scenario)).includes(fixture[jersey])).toBe(isShown);
      await expectExact(scenario);
    }),
  );

  it("an approval that is undone", () =>
    rules.scenario(async (scenario) => {
      // Within one transaction an approval is as old as the undo.
      await scenario.as("owner", "update jerseys set title = 'Maillot net' where id = $1", [
        fixture.rejected,
      ]);
      const { batch_id } = await decide(scenario, fixture.rejected, yes, { by: "admin" });
      expect(await ids(scenario)).toContain(fixture.rejected);
      await scenario.as("admin", "select undo(batch_id => $1, reason => 'Une erreur')", [batch_id]);
      expect(await ids(scenario)).not.toContain(fixture.rejected);
      await expectExact(scenario);
    }));

  it.each<[string, string, Filter, Filter]>([
    ["year", "year = 1994", { from: 1994, to: 1994 }, { from: 2024 }],
    ["kit type", "kit_type = 'third'", { kit: ["third"] }, { kit: ["other"] }],
    ["colour", "colors = '{red,blue}'", { color: ["red"] }, { color: ["blue"] }],
    [
      "brand",
      "brand_id = (select id from brands)",
      { brand: ["le-coq-sportif"] },
      { brand: ["le-coq"] },
    ],
    ["team", "team_id = null, team = 'FC'", {}, { team: ["as-saint-etienne"] }],
    [
      "competition",
      "competition_id = (select id from competitions where slug = 'division-1')",
      {},
      { competition: ["ligue-1"] },
    ],
  ])("a correction of the %s", (_, change, found, lost) =>
    rules.scenario(async (scenario) => {
      await scenario.as("admin", `update jerseys set ${change} where id = $1`, [fixture.approved]);
      expect(await ids(scenario, found)).toEqual([fixture.approved]);
      expect(await ids(scenario, lost)).toEqual([]);
      await expectExact(scenario);
    }),
  );

  it("photos: added, moved, removed, and those of a suggestion once accepted", () =>
    rules.scenario(async (scenario) => {
      const { system } = scenario;
      const drawn = async () => (await ids(scenario, { photo: "0" })).includes(fixture.approved);
      expect(await drawn()).toBe(false);
      await system("delete from jersey_images where jersey_id = $1", [fixture.approved]);
      expect(await drawn()).toBe(true);
      await system("insert into jersey_images (jersey_id, url) values ($1, $2)", [
        fixture.approved,
        publicUrl(rules.ids.owner, "neuf.webp"),
      ]);
      expect(await drawn()).toBe(false);
      await system("update jersey_images set jersey_id = $1 where jersey_id = $2", [
        fixture.pending,
        fixture.approved,
      ]);
      expect(await drawn()).toBe(true);
      await expectExact(scenario);

      const { rows } = await system(
        `insert into suggestions (target_type, target_id, title, member_id, changes, was, words)
         values ('jersey', $1, 'Maillot vert', $2, '{}', '{}', '{}') returning id`,
        [fixture.approved, rules.ids.owner],
      );
      await system(
        "update jersey_images set jersey_id = $1, suggestion_id = $2 where jersey_id = $3",
        [fixture.approved, rows[0].id, fixture.pending],
      );
      expect(await drawn()).toBe(true);
      await system("update jersey_images set suggestion_id = null where suggestion_id = $1", [
        rows[0].id,
      ]);
      expect(await drawn()).toBe(false);
      await expectExact(scenario);
    }));

  it("a drawing of the demonstration is no photo", () =>
    rules.scenario(async (scenario) => {
      const { system } = scenario;
      const isDrawn = async () => {
        const found = await Promise.all(["0", "1"].map((photo) => ids(scenario, { photo })));
        return found.map((list) => list.includes(fixture.approved));
      };
      await system("insert into auth.users (id, email) values ($1, 'demonstration@example.org')", [
        DEMONSTRATION,
      ]);
      await system("delete from jersey_images where jersey_id = $1", [fixture.approved]);
      await system(
        "insert into jersey_images (jersey_id, url, contributor_id) values ($1, $2, $3)",
        [fixture.approved, publicUrl(DEMONSTRATION, "dessin.webp"), DEMONSTRATION],
      );
      expect(await isDrawn()).toEqual([true, false]);
      await expectExact(scenario);
      await system("insert into jersey_images (jersey_id, url, position) values ($1, $2, 1)", [
        fixture.approved,
        publicUrl(rules.ids.owner, "photo.webp"),
      ]);
      expect(await isDrawn()).toEqual([false, true]);
      await expectExact(scenario);
    }));

  it("a season's code, for jerseys without a year", () =>
    rules.scenario(async (scenario) => {
      expect(await ids(scenario, { from: 2024 })).toEqual([fixture.approved]);
      await scenario.system("update seasons set code = '1998-99' where id = $1", [fixture.season]);
      expect(await ids(scenario, { from: 1998, to: 1998 })).toEqual([fixture.approved]);
      await expectExact(scenario);
    }));

  it("a brand's name, a competition's league, and a team that is deleted", () =>
    rules.scenario(async (scenario) => {
      const { system } = scenario;
      await system("update jerseys set brand_id = $1", [fixture.brand]);
      await system("update brands set name = 'Coq de France'");
      expect(await ids(scenario, { brand: ["coq-de-france"] })).toEqual([fixture.approved]);
      await system("update competitions set league = 'NFL', sport = 'NFL' where id = $1", [
        fixture.competition,
      ]);
      expect(await ids(scenario, { sport: ["nfl"] })).toEqual([fixture.approved]);
      await expectExact(scenario);
    }));

  it("many jerseys at once, in about the time of one statement", () =>
    rules.scenario(async (scenario) => {
      const { system } = scenario;
      // Without triggers: search reads every jersey of an import by itself.
      await system("alter table jerseys disable trigger user");
      await system(
        `insert into jerseys (
           league, competition_id, season_id, team, title, status, year, kit_type, colors)
         select 'SOCCER', $1, $2, 'Grand import', 'Maillot ' || n, 'approved', 1950 + n % 70, 'home', '{red}'
         from generate_series(1, 1000) n`,
        [fixture.competition, fixture.season],
      );
      await system("alter table jerseys enable trigger user");
      expect((await system(REBUILD)).rowCount).toBeGreaterThanOrEqual(1000);
      await expectExact(scenario);
      await system("update jerseys set colors = '{sky}' where team = 'Grand import'");
      await system("set local track_functions = 'pl'");
      await scenario.derived();
      const { rows: calls } = await system(
        "select calls::int from pg_stat_xact_user_functions where funcname = 'refresh_catalogue'",
      );
      expect(calls, "once for all, not jersey by jersey").toEqual([{ calls: 1 }]);
      expect(
        (
          await system(
            "select sum(jerseys)::int as many from private.catalogue_cells where color = 'sky'",
          )
        ).rows,
      ).toEqual([{ many: 1000 }]);
      await expectExact(scenario);
    }));
});

describe("before the worker has heard of it", () => {
  it.each([
    ["a jersey that is hidden", "update jerseys set is_active = false where id = $1"],
    ["one that is removed", "select remove_jersey($1, 'wrong')"],
    ["one that is deleted", "delete from jerseys where id = $1"],
  ])("%s is in no list or search", (_, text) =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      await scenario.derived();
      const { rows } = await system(
        "insert into lists (member_id, title) values ($1, 'Verts') returning id",
        [rules.ids.owner],
      );
      const reads: [string, unknown[]][] = [
        ["select jsonb_array_elements_text(catalogue_page('{}') -> 'ids')", []],
        ["select id from search_jerseys('vert', 10)", []],
        ["select from fill_list($1, '{}') where cardinality(added) > 0", [rows[0].id]],
      ];
      for (const [read, values] of reads.slice(0, -1)) {
        expect((await as("owner", read, values)).rowCount, read).toBe(1);
      }
      await as(text.startsWith("delete") ? "owner" : "admin", text, [fixture.approved]);
      for (const [read, values] of reads) {
        expect((await as("owner", read, values)).rowCount, read).toBe(0);
      }
    }),
  );
});

describe("refresh_catalogue", () => {
  it("brings votes into the orders, and leaves what didn't change", () =>
    rules.scenario(async (scenario) => {
      const { system } = scenario;
      await system(
        "update jerseys set status = 'approved', is_active = true, moderation_note = null",
      );
      const score = (id: string, votes: number) =>
        system("update jerseys set upvotes = $2 where id = $1", [id, votes]);
      await score(fixture.rejected, 12);
      await score(fixture.pending, 3);
      await system(APPLY_CATALOGUE);
      expect((await ids(scenario)).slice(0, 2)).toEqual([fixture.rejected, fixture.pending]);
      await score(fixture.rejected, 0);
      await system(APPLY_CATALOGUE);
      expect((await ids(scenario))[0]).toBe(fixture.pending);
    }));

  it("is not offered to anyone", async () => {
    const refused = { visitor: "42501", owner: "42501", stranger: "42501", admin: "42501" };
    for (const text of [
      "select private.refresh_catalogue('{}')",
      "select public.rebuild()",
      "select * from private.catalogue_entries",
      "select * from private.catalogue_cells",
      "select * from private.catalogue_facts",
      "select private.read_filter('{}')",
    ]) {
      expect(await rules.everyone(text), text).toEqual(refused);
    }
  });
});

describe("rebuild", () => {
  it("finds nothing wrong with jerseys that differ in nothing but their pattern", () =>
    rules.scenario(async (scenario) => {
      const { system } = scenario;
      const ids = await addJerseys(scenario, fixture, rules.ids.owner, ["Uni", "Rayé", "À croix"]);
      for (const [n, pattern] of ["plain", "stripes", "cross"].entries()) {
        await system("update jerseys set pattern = $1 where id = $2", [pattern, ids[n]]);
      }
      await scenario.derived();
      expect((await system(REBUILD)).rows).toEqual([]);
    }));

  it("repairs wrong entries and cells, and returns them", () =>
    rules.scenario(async (scenario) => {
      const { system } = scenario;
      await expectExact(scenario);
      await system("update private.catalogue_entries set best = 7");
      const { rows } = await system(REBUILD);
      expect(rows).toContainEqual({
        what: "catalogue",
        id: fixture.approved,
        was: expect.stringContaining(fixture.approved),
        is: expect.stringContaining(fixture.approved),
      });
      await system("update private.catalogue_cells set jerseys = 5");
      await system("delete from private.catalogue_teams");
      await system(
        "insert into private.catalogue_teams values (gen_random_uuid(), private.nil(), 3)",
      );
      const repaired = await system(REBUILD);
      expect(repaired.rows.map(({ what, was, is }) => `${what} ${was} ${is}`).toSorted()).toEqual([
        "cell of the catalogue 5 1",
        "team of the catalogue 3 null",
        "team of the catalogue null 1",
      ]);
      await expectExact(scenario);
    }));
});
