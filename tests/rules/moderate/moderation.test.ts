import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";

import type { Scenario } from "../support/rules.ts";
import {
  decide,
  no,
  noticesOf,
  ownEdit,
  photosOf,
  shown,
  valuesOf,
  yes,
} from "../support/suggestions.ts";
import { addFiles, setUpRules, publicUrl } from "../support/fixture.ts";

// Decisions on submissions: by moderate_jersey(), the specification's door, also on authors' edits; by decide(), about what was seen, with corrections.

const { rules, fixture } = setUpRules(["reviewer"]);
let other: { competition: string; season: string; team: string };

beforeAll(async () => {
  await addFiles(rules, rules.ids.owner, ["a.webp", "b.webp", "vert.webp", "blanc.webp"]);
  const id = async (text: string, values: unknown[] = []) =>
    (await rules.system(`${text} returning id`, values)).rows[0].id as string;
  const competition = await id(
    "insert into competitions (league, name) values ('NBA', 'National Basketball Association')",
  );
  other = {
    competition,
    season: await id("insert into seasons (code, name) values ('1998-99', '1998-1999')"),
    team: await id("insert into teams (name, competition_id) values ('Chicago Bulls', $1)", [
      competition,
    ]),
  };
});

const DECIDE = "select * from moderate_jersey(jersey_id => $1, decision => $2, note => $3)";
const FACTS = `update jerseys
  set league = 'NBA', competition_id = $2, season_id = $3, team_id = $4, year = 1998, kit_type = 'away',
    brand_id = null, brand = 'Starter', price = 49.9, title = 'Maillot rouge'
  where id = $1 returning *`;
const ADD = `insert into jersey_images (id, jersey_id, url, alt, position) values ($1, $2, $3, $4, 5)`;

const url = (name: string) => publicUrl(rules.ids.owner, `${name}.webp`);
const status = async (scenario: Scenario, jersey = fixture.pending) =>
  (await valuesOf(scenario, jersey, "status")).status;
describe("a decision", () => {
  it("publishes a submission, or tells its author why not", () =>
    rules.scenario(async (scenario) => {
      const { as, outcome, system } = scenario;
      const shows = () =>
        outcome("visitor", "select from jerseys where id = $1", [fixture.pending]);
      await system("savepoint pending");
      const { rows } = await as("reviewer", DECIDE, [fixture.pending, "approved", null]);
      expect(rows).toMatchObject([
        {
          id: fixture.pending,
          status: "approved",
          moderation_note: null,
          moderated_by: rules.ids.reviewer,
          moderated_at: expect.any(Date),
        },
      ]);
      expect(await shows()).toBe(1);
      // Who decided is in no row that others read.
      expect(await valuesOf(scenario, fixture.pending, "moderated_by")).toEqual({
        moderated_by: null,
      });
      await system("rollback to savepoint pending");
      await as("reviewer", DECIDE, [fixture.pending, "rejected", "  Photo floue "]);
      expect(await shows()).toBe(0);
      const read = "select status, moderation_note from jerseys where id = $1";
      expect((await as("owner", read, [fixture.pending])).rows).toEqual([
        { status: "rejected", moderation_note: "Photo floue" },
      ]);
    }));

  it.each<[string, () => unknown[], object]>([
    ["no note", () => [fixture.pending, "rejected", " "], { message: "suggestion_verdict_reason" }],
    ["an unknown decision", () => [fixture.pending, "deleted", "x"], { code: "PT400" }],
    ["no decision", () => [fixture.pending, null, "x"], { code: "PT400" }],
    ["a long note", () => [fixture.pending, "rejected", "x".repeat(1001)], { code: "PT400" }],
    [
      "what was deleted",
      () => [fixture.comment, "approved", null],
      { code: "PT404", message: "jersey_not_found" },
    ],
  ])("refuses %s", (_, values, error) =>
    rules.scenario(({ as }) => expect(as("admin", DECIDE, values())).rejects.toMatchObject(error)),
  );

  it("is told to who comes second", () =>
    rules.scenario(async (scenario) => {
      const { as } = scenario;
      await as("reviewer", DECIDE, [fixture.pending, "rejected", "Photo floue"]);
      const late = await as("admin", DECIDE, [fixture.pending, "approved", null]).catch(
        (error) => error,
      );
      expect(late).toMatchObject({ code: "PT409", message: "jersey_already_decided" });
      expect(JSON.parse(late.detail)).toEqual({
        status: "rejected",
        moderation_note: "Photo floue",
        moderated_by: rules.ids.reviewer,
        moderated_at: expect.any(String),
        moderator: "reviewer",
      });
      expect(await status(scenario)).toBe("rejected");
    }));

  it.each([
    ["a text", "update jerseys set external_link = 'https://piege.example/' where id = $1"],
    ["an image less", "delete from jersey_images where jersey_id = $1"],
    [
      "an image more",
      `insert into jersey_images (jersey_id, url, position)
       select jersey_id, replace(replace(url, 'vert', 'a'), 'blanc', 'a'), 9 from jersey_images where jersey_id = $1`,
    ],
    [
      "a season",
      "update jerseys set season_id = (select id from seasons where code = '1998-99') where id = $1",
    ],
    ["a team", "update jerseys set team_id = null, team = 'Autre club' where id = $1"],
    ["a price", "update jerseys set price = 5 where id = $1"],
  ])("is about the version that was seen, not one with %s", (_, change) =>
    rules.scenario(async (scenario) => {
      const { as } = scenario;
      const { seen } = await shown(scenario, fixture.pending);
      await as("owner", change, [fixture.pending]);
      await expect(decide(scenario, fixture.pending, yes, { seen })).rejects.toMatchObject({
        code: "PT409",
        message: "jersey_changed_meanwhile",
      });
      await decide(scenario, fixture.pending, yes);
      expect(await status(scenario)).toBe("approved");
    }),
  );

  it("is not about an image that was added again under its id", () =>
    rules.scenario(async (scenario) => {
      const { as } = scenario;
      const id = randomUUID();
      await as("owner", ADD, [id, fixture.pending, url("a"), "Un maillot"]);
      const { seen } = await shown(scenario, fixture.pending);
      expect(seen).toMatchObject({ images: { length: 2 } });
      for (const [name, alt] of [
        ["b", "Un maillot"],
        ["a", "Une publicité"],
        // The author may have replaced the file while no jersey showed it.
        ["a", "Un maillot"],
      ]) {
        await as("owner", "delete from jersey_images where id = $1", [id]);
        await as("owner", ADD, [id, fixture.pending, url(name!), alt]);
        await expect(decide(scenario, fixture.pending, yes, { seen })).rejects.toMatchObject({
          message: "jersey_changed_meanwhile",
        });
      }
      const { images } = (await shown(scenario, fixture.pending)).seen as { images: unknown };
      const again = { ...(seen as object), images };
      expect(await decide(scenario, fixture.pending, yes, { seen: again })).toMatchObject({
        status: "approved",
      });
    }));

  it("isn't disturbed by a team's new name", () =>
    rules.scenario(async (scenario) => {
      const { seen } = await shown(scenario, fixture.pending);
      await scenario.system("update teams set name = 'ASSE' where id = $1", [fixture.team]);
      expect(await decide(scenario, fixture.pending, yes, { seen })).toMatchObject({
        status: "approved",
      });
    }));
});

describe("an author's edit", () => {
  /** Title, link, an image more and one less. */
  const edit = async (scenario: Scenario) => {
    const { as } = scenario;
    await as("owner", "update jerseys set title = 'Autre', edition = 'Finale' where id = $1", [
      fixture.approved,
    ]);
    await as("owner", "delete from jersey_images where id = $1", [fixture.image]);
    await as("owner", ADD, [randomUUID(), fixture.approved, url("a"), null]);
    await as("owner", ADD, [randomUUID(), fixture.approved, url("b"), null]);
    const own = await photosOf(scenario, fixture.approved, "owner");
    await as("owner", "select order_images($1, $2)", [
      fixture.approved,
      own.map((photo) => photo.id).toReversed(),
    ]);
  };
  const urls = async (scenario: Scenario) =>
    (await photosOf(scenario, fixture.approved)).map((photo) => photo.url);

  it("is accepted or refused as a whole, the jersey stays public", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      await edit(scenario);
      await system("savepoint open");
      const { rows } = await as("reviewer", DECIDE, [fixture.approved, "rejected", "Publicité"]);
      expect(rows).toMatchObject([
        { status: "approved", title: "Maillot vert", moderation_note: null },
      ]);
      expect(await ownEdit(scenario, fixture.approved)).toMatchObject({
        status: "refused",
        verdicts: { title: { accepted: false, reason: "other", note: "Publicité" } },
      });
      expect(await noticesOf(scenario, rules.ids.owner)).toMatchObject([
        { outcome: "suggestion_refused", title: "Maillot vert" },
      ]);
      await system("rollback to savepoint open");
      await as("reviewer", DECIDE, [fixture.approved, "approved", null]);
      expect(await valuesOf(scenario, fixture.approved, "title, edition")).toEqual({
        title: "Autre",
        edition: "Finale",
      });
      expect((await urls(scenario)).toSorted()).toEqual([url("a"), url("b")]);
      expect(await ownEdit(scenario, fixture.approved)).toMatchObject({ status: "accepted" });
    }));
});

describe("the facts of a jersey", () => {
  it.each(["pending", "rejected"] as const)("are changed by its author if %s", (state) =>
    rules.scenario(async ({ as, outcome, system }) => {
      const values = [fixture[state], other.competition, other.season, other.team];
      expect(await outcome("visitor", FACTS, values)).toBe("42501");
      expect(await outcome("stranger", FACTS, values)).toBe(0);
      const { rows } = await as("owner", FACTS, values);
      expect(rows).toMatchObject([
        { league: "NBA", team: "Chicago Bulls", brand: "Starter", year: 1998, status: state },
      ]);
      // A rejected one is in the queue again.
      expect(rows[0].edited_at !== null).toBe(state === "rejected");
      expect((await system("select kind from private.writes")).rows).toContainEqual({
        kind: "edits",
      });
      expect(await outcome("admin", FACTS, values)).toBe(1);
    }),
  );

  it("are changed by administrators alone if approved", async () => {
    const values = [fixture.approved, other.competition, other.season, other.team];
    expect(await rules.everyone(FACTS, values)).toMatchObject({
      visitor: "42501",
      owner: "42501",
      stranger: 0,
      admin: 1,
    });
  });

  it.each([
    ["league = 'NBA'", "23503"],
    ["league = 'RUGBY'", "23514"],
    ["year = 1492", "23514"],
    ["price = -1", "23514"],
    ["kit_type = 'goal'", "23514"],
    ["season_id = gen_random_uuid()", "23503"],
    ["team_id = null, team = 'x'", "23514"],
    ["season_id = null", "23502"],
    ["is_active = false", "42501"],
    ["status = 'approved'", "42501"],
  ])("keep their rules: %s", (change, code) =>
    rules.scenario(async ({ outcome }) => {
      expect(
        await outcome("owner", `update jerseys set ${change} where id = $1`, [fixture.pending]),
      ).toBe(code);
    }),
  );
});

describe("corrections", () => {
  it("are published with the approval, told to the author in words, and on record", () =>
    rules.scenario(async (scenario) => {
      const { as } = scenario;
      const given = {
        season_id: other.season,
        year: 1998,
        kit_type: "third",
        title: "  Maillot corrigé ",
      };
      await decide(scenario, fixture.pending, yes, { corrections: given });
      expect(await valuesOf(scenario, fixture.pending, "status, title, year")).toEqual({
        status: "approved",
        title: "Maillot corrigé",
        year: 1998,
      });
      expect(await noticesOf(scenario, rules.ids.owner)).toMatchObject([
        {
          outcome: "corrected",
          changes: [
            { field: "season", before: "2024-2025", after: "1998-1999" },
            { field: "title", before: "Maillot blanc", after: "Maillot corrigé" },
            { field: "year", before: null, after: "1998" },
            { field: "kit_type", before: null, after: "third" },
            // Nobody chose the colours, so they follow the kit type.
            { field: "colors", before: "grey", after: "black, grey, white" },
          ],
        },
      ]);
      const log = await as(
        "admin",
        "select actor_id, before, after from audit_log where row_id = $1 and after ? 'season_id' and action = 'update'",
        [fixture.pending],
      );
      expect(log.rows).toMatchObject([
        {
          actor_id: rules.ids.reviewer,
          before: { season_id: fixture.season, title: "Maillot blanc", year: null },
          after: { season_id: other.season, title: "Maillot corrigé", year: 1998 },
        },
      ]);
    }));

  it("are not told of where nothing differs", () =>
    rules.scenario(async (scenario) => {
      await decide(scenario, fixture.pending, yes, { corrections: { title: "Maillot blanc" } });
      expect(await noticesOf(scenario, rules.ids.owner)).toMatchObject([
        { outcome: "approved", changes: null },
      ]);
    }));

  it.each([
    [{ status: "approved" }, "PT400"],
    [{ author_id: null }, "PT400"],
    [{ title: { fr: "Maillot" } }, "PT400"],
    [{ brand: ["Nike"] }, "PT400"],
    [[], "PT400"],
    ["x", "PT400"],
    [{ year: "deux mille" }, "PT400"],
    [{ team_id: "x" }, "PT400"],
    [{ season_id: null }, "23502"],
    [{ league: "NBA" }, "23503"],
    [{ title: "x" }, "23514"],
  ])("are refused: %j", (wrong, code) =>
    rules.scenario(async (scenario) => {
      await expect(
        decide(scenario, fixture.pending, yes, { corrections: wrong }),
      ).rejects.toMatchObject({ code });
      expect(await status(scenario)).toBe("pending");
    }),
  );

  it("belong to an approval", () =>
    rules.scenario((scenario) =>
      expect(
        decide(
          scenario,
          fixture.pending,
          { ...no, note: "Flou." },
          { corrections: { year: 1998 } },
        ),
      ).rejects.toMatchObject({ code: "PT400", message: "corrections_of_rejection" }),
    ));
});
