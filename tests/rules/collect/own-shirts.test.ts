import { randomUUID } from "node:crypto";

import { describe, expect, it } from "vitest";

import { setUpRules } from "../support/fixture.ts";
import type { Scenario } from "../support/rules.ts";
import { noticesOf } from "../support/suggestions.ts";

// A shirt of one's own is a copy without a jersey, of which its owner says what it is.

const { rules, fixture } = setUpRules(["reviewer"]);

const SHIRT = {
  title: "Marqueur-titre 1998",
  team: "AS Saint-Étienne",
  league: "SOCCER",
  season: "2024-25",
  kit_type: "away",
};
const ADD =
  "insert into copies (former_jersey, printed_name, notes) values ($1, 'MARQUEUR', 'Marqueur-note') returning id";

const add = async ({ as }: Scenario, shirt: object = SHIRT): Promise<string> =>
  (await as("owner", ADD, [JSON.stringify(shirt)])).rows[0].id;

/** The same by a list. */
async function importShirt({ as }: Scenario, facts: object): Promise<void> {
  const id = randomUUID();
  await as(
    "owner",
    "insert into collection_imports (id, file_name, line_count) values ($1, 'liste.csv', 1)",
    [id],
  );
  await as("owner", "select import_copies($1, $2, is_last => true)", [
    id,
    JSON.stringify([{ key: "a", facts }]),
  ]);
}

/** Submits the same shirt and approves it. */
async function approve({ as }: Scenario, kit_type = "away"): Promise<string> {
  const { rows } = await as(
    "stranger",
    `insert into jerseys (author_id, title, league, competition_id, season_id, team_id, kit_type)
     values (auth.uid(), 'Au catalogue', 'SOCCER', $1, $2, $3, $4) returning id`,
    [fixture.competition, fixture.season, fixture.team, kit_type],
  );
  await as("reviewer", "select moderate_jersey($1, 'approved')", [rows[0].id]);
  return rows[0].id;
}

const stateOf = async ({ system }: Scenario, id: string) =>
  (
    await system(
      "select jersey_id, former_jersey ->> 'title' as title, notes from copies where id = $1",
      [id],
    )
  ).rows[0];

describe("a shirt of one's own", () => {
  it("is added by members, and read by its owner alone", async () => {
    expect(await rules.everyone(ADD, [JSON.stringify(SHIRT)])).toMatchObject({
      visitor: "42501",
      owner: 1,
      stranger: 1,
      admin: 1,
    });
    await rules.scenario(async (scenario) => {
      const id = await add(scenario);
      const READ = "select former_jersey from copies where id = $1";
      const CHANGE =
        'update copies set former_jersey = former_jersey || \'{"title": "À moi"}\' where id = $1';
      for (const other of ["stranger", "admin"] as const) {
        expect((await scenario.as(other, READ, [id])).rowCount).toBe(0);
        expect((await scenario.as(other, CHANGE, [id])).rowCount).toBe(0);
      }
      expect((await scenario.as("owner", CHANGE, [id])).rowCount).toBe(1);
      expect((await stateOf(scenario, id)).title).toBe("À moi");
    });
  });

  it.each([
    ["no title", { ...SHIRT, title: " " }],
    ["no team", { ...SHIRT, team: undefined }],
    ["a title that is no text", { ...SHIRT, title: { de: "PSG" } }],
    ["a title of hidden characters", { ...SHIRT, title: "\u202e\u200b" }],
    ["a league that isn't one", { ...SHIRT, league: "CURLING" }],
    ["a list", []],
    ["a text", "PSG"],
    ["nothing", null],
  ])("is refused with %s", (_, shirt) =>
    rules.scenario(async ({ as }) => {
      await expect(as("owner", ADD, [JSON.stringify(shirt)])).rejects.toMatchObject({
        code: "23514",
      });
    }),
  );

  it("keeps only what a jersey has, and no more of it", () =>
    rules.scenario(async (scenario) => {
      const id = await add(scenario, {
        ...SHIRT,
        title: `\u202e${SHIRT.title}`,
        team: "x".repeat(300),
        competition: ["Ligue 1"],
        season: "l’été dernier",
        kit_type: "pyjama",
        year: "1998",
        score: 9,
      });
      const { rows } = await scenario.system("select former_jersey from copies where id = $1", [
        id,
      ]);
      expect(rows[0].former_jersey).toEqual({
        title: SHIRT.title,
        team: "x".repeat(120),
        league: "SOCCER",
        year: 1998,
      });
    }));

  it("says nothing of a jersey beside a jersey", () =>
    rules.scenario(async ({ as }) => {
      await expect(
        as("owner", "insert into copies (jersey_id, former_jersey) values ($1, $2)", [
          fixture.approved,
          JSON.stringify(SHIRT),
        ]),
      ).rejects.toMatchObject({ code: "23514" });
    }));

  it("becomes a copy of the jersey that becomes public, and is told and undone", () =>
    rules.scenario(async (scenario) => {
      const id = await add(scenario);
      const other = await add(scenario, { ...SHIRT, kit_type: "third" });
      const jersey = await approve(scenario);
      expect(await stateOf(scenario, id)).toEqual({
        jersey_id: jersey,
        title: SHIRT.title,
        notes: "Marqueur-note",
      });
      expect((await stateOf(scenario, other)).jersey_id).toBeNull();
      expect(await noticesOf(scenario, rules.ids.owner)).toMatchObject([{ outcome: "owned" }]);
      const collected = "select from user_collections where jersey_id = $1";
      expect((await scenario.as("owner", collected, [jersey])).rowCount).toBe(1);

      await scenario.as("owner", "update copies set jersey_id = null where id = $1", [id]);
      expect(await stateOf(scenario, id)).toMatchObject({ jersey_id: null, title: SHIRT.title });
      expect((await scenario.as("owner", collected, [jersey])).rowCount).toBe(0);
    }));

  it("leaves the other copies of the jersey where they are", () =>
    rules.scenario(async (scenario) => {
      const { rows } = await scenario.as(
        "owner",
        `insert into jerseys (author_id, title, league, competition_id, season_id, team_id, kit_type)
         values (auth.uid(), 'Proposé', 'SOCCER', $1, $2, $3, 'away') returning id`,
        [fixture.competition, fixture.season, fixture.team],
      );
      const jersey = rows[0].id;
      const id = await add(scenario);
      const bare = await scenario.as(
        "owner",
        "insert into copies (jersey_id) values ($1), ($1) returning id",
        [jersey],
      );
      await scenario.as("reviewer", "select moderate_jersey($1, 'approved')", [jersey]);
      const { rows: kept } = await scenario.as(
        "owner",
        "select id from copies where jersey_id = $1 and removed_at is null",
        [jersey],
      );
      expect(new Set(kept.map((copy) => copy.id))).toEqual(
        new Set([id, ...bare.rows.map((copy) => copy.id)]),
      );
    }));

  it("keeps its owner's words when they pick another jersey for it", () =>
    rules.scenario(async (scenario) => {
      const id = await add(scenario);
      await approve(scenario);
      const pick = "update copies set jersey_id = $2 where id = $1";
      await scenario.as("owner", pick, [id, fixture.approved]);
      expect(await stateOf(scenario, id)).toMatchObject({
        jersey_id: fixture.approved,
        title: SHIRT.title,
      });
      await scenario.as("owner", pick, [id, null]);
      expect(await stateOf(scenario, id)).toMatchObject({ jersey_id: null, title: SHIRT.title });
    }));

  it("keeps its owner's words when the jersey is removed and comes back; a removed jersey's own aren't shown", () =>
    rules.scenario(async (scenario) => {
      const id = await add(scenario);
      const jersey = await approve(scenario);
      const plain = (
        await scenario.as(
          "owner",
          "insert into copies (jersey_id, notes) values ($1, 'Une autre') returning id",
          [jersey],
        )
      ).rows[0].id;
      await scenario.as("owner", "select save_showcase(true)");
      await scenario.as(
        "admin",
        "select remove_jersey($1, reason => 'Titre injurieux', urgency => 'offensive')",
        [jersey],
      );
      expect(await stateOf(scenario, id)).toMatchObject({ jersey_id: null, title: SHIRT.title });
      expect(await stateOf(scenario, plain)).toMatchObject({ title: "Au catalogue" });
      const { rows: profiles } = await scenario.system(
        "select username from profiles where id = $1",
        [rules.ids.owner],
      );
      const shown = await scenario.as("visitor", "select title from showcase_own($1)", [
        profiles[0].username,
      ]);
      expect(shown.rows).toEqual([{ title: SHIRT.title }]);
      const { rows } = await scenario.system(
        "select id from revisions where target_id = $1 order by id desc limit 1",
        [jersey],
      );
      await scenario.as("admin", "select undo($1, reason => 'Trop vite')", [rows[0].id]);
      expect(await stateOf(scenario, id)).toMatchObject({ jersey_id: jersey, title: SHIRT.title });
      expect(await stateOf(scenario, plain)).toMatchObject({ jersey_id: jersey, title: null });
    }));

  it.each(["reviewer", "admin"] as const)(
    "doesn't keep a jersey from being undone by its %s: it is its owner's own again",
    (persona) =>
      rules.scenario(async (scenario) => {
        const id = await add(scenario);
        const jersey = await approve(scenario);
        const { rows } = await scenario.system(
          "select id from revisions where target_id = $1 order by id desc limit 1",
          [jersey],
        );
        const undone = await scenario.as(
          persona,
          "select undo($1, reason => 'Trop vite') as done",
          [rows[0].id],
        );
        expect(undone.rows[0].done).toMatchObject({ undone: 1 });
        expect(await stateOf(scenario, id)).toMatchObject({ jersey_id: null, title: SHIRT.title });
        expect(await noticesOf(scenario, rules.ids.owner)).toEqual([]);
      }),
  );

  it("stays its own where two public jerseys are the same, or it says no kit type", () =>
    rules.scenario(async (scenario) => {
      await approve(scenario);
      const id = await add(scenario);
      const { kit_type: _, ...unknown } = SHIRT;
      const vague = await add(scenario, unknown);
      await approve(scenario);
      expect((await stateOf(scenario, id)).jersey_id).toBeNull();
      await approve(scenario, "third");
      expect((await stateOf(scenario, vague)).jersey_id).toBeNull();
    }));

  it("of a jersey of the catalogue can't lose it", () =>
    rules.scenario(async ({ as }) => {
      const { rows } = await as(
        "owner",
        "insert into copies (jersey_id) values ($1) returning id",
        [fixture.approved],
      );
      await expect(
        as("owner", "update copies set jersey_id = null where id = $1", [rows[0].id]),
      ).rejects.toMatchObject({ code: "23514" });
    }));

  it("is shown with an open collection: what it is, and name and number if these are", () =>
    rules.scenario(async (scenario) => {
      const { as } = scenario;
      await add(scenario);
      const username = (
        await scenario.system("select username from profiles where id = $1", [rules.ids.owner])
      ).rows[0].username;
      const shown = async () =>
        (await as("visitor", "select * from showcase_own($1)", [username])).rows;
      const open = (names: boolean) =>
        as("owner", "select save_showcase(true, with_names => $1)", [names]);
      expect(await shown()).toEqual([]);
      await open(false);
      expect(JSON.stringify(await shown())).toContain(SHIRT.title);
      expect(JSON.stringify(await shown())).not.toMatch(/MARQUEUR|Marqueur-note/);
      await open(true);
      expect(JSON.stringify(await shown())).toContain("MARQUEUR");
      expect(JSON.stringify(await shown())).not.toContain("Marqueur-note");
      await as("owner", "select save_showcase(false)");
      expect(await shown()).toEqual([]);
    }));

  describe("after its owner's names were reset", () => {
    const shownTitles = async ({ as, system }: Scenario) => {
      const { rows } = await system("select username from profiles where id = $1", [
        rules.ids.owner,
      ]);
      const own = await as("visitor", "select title from showcase_own($1)", [rows[0].username]);
      const figures = await as("visitor", "select pageless from showcase($1)", [rows[0].username]);
      expect(Number(figures.rows[0].pageless)).toBe(own.rows.length);
      return own.rows.map(({ title }) => title);
    };
    const reset = async (scenario: Scenario) => {
      await scenario.as("admin", "select reset_names($1, 'Injurieux')", [rules.ids.owner]);
      await scenario.as("owner", "select save_showcase(true)");
    };
    const say = ({ as }: Scenario, id: string, title: string) =>
      as("owner", "update copies set former_jersey = $2 where id = $1", [
        id,
        JSON.stringify({ ...SHIRT, title }),
      ]);

    it("is shown once they say anew what it is, and not for saying the same", () =>
      rules.scenario(async (scenario) => {
        const id = await add(scenario);
        await scenario.as("owner", "select save_showcase(true)");
        expect(await shownTitles(scenario)).toEqual([SHIRT.title]);
        await reset(scenario);
        expect(await shownTitles(scenario)).toEqual([]);
        expect(await stateOf(scenario, id)).toMatchObject({ title: SHIRT.title });
        await say(scenario, id, SHIRT.title);
        await add(scenario);
        await add(scenario, { ...SHIRT, title: SHIRT.title.toUpperCase() });
        await importShirt(scenario, { ...SHIRT, title: SHIRT.title.toUpperCase() });
        expect(await shownTitles(scenario)).toEqual([]);
        await say(scenario, id, "Poliment");
        expect(await shownTitles(scenario)).toEqual(["Poliment"]);
      }));

    it("isn't shown by losing its page, and keeps its owner's words through a removal", () =>
      rules.scenario(async (scenario) => {
        const id = await add(scenario);
        const jersey = await approve(scenario);
        await scenario.as("owner", "select save_showcase(true)");
        await reset(scenario);
        await scenario.as("owner", "update copies set jersey_id = null where id = $1", [id]);
        expect(await shownTitles(scenario)).toEqual([]);
        await scenario.as("owner", "update copies set jersey_id = $2 where id = $1", [id, jersey]);
        await scenario.as("admin", "select remove_jersey($1, reason => 'wrong')", [jersey]);
        const { rows } = await scenario.system(
          "select id from revisions where target_id = $1 order by id desc limit 1",
          [jersey],
        );
        await scenario.as("admin", "select undo($1, reason => 'Trop vite')", [rows[0].id]);
        expect(await stateOf(scenario, id)).toMatchObject({
          jersey_id: jersey,
          title: SHIRT.title,
        });
      }));

    it("is no newer for its owner: an import is still undone, an editor still saves", () =>
      rules.scenario(async (scenario) => {
        const id = await add(scenario);
        const version = async () =>
          (await scenario.system("select updated_at from copies where id = $1", [id])).rows[0];
        const before = await version();
        await reset(scenario);
        expect(await version()).toEqual(before);
      }));
  });

  it("takes the place of a jersey in a copy, and a jersey its place, when another was meant", () =>
    rules.scenario(async (scenario) => {
      const { as } = scenario;
      const { rows } = await as(
        "owner",
        "insert into copies (jersey_id) values ($1) returning id",
        [fixture.approved],
      );
      const id = rows[0].id;
      await as("owner", "update copies set jersey_id = null, former_jersey = $2 where id = $1", [
        id,
        JSON.stringify(SHIRT),
      ]);
      expect(await stateOf(scenario, id)).toMatchObject({ jersey_id: null, title: SHIRT.title });
      await as("owner", "update copies set jersey_id = $2 where id = $1", [id, fixture.approved]);
      expect(await stateOf(scenario, id)).toMatchObject({ jersey_id: fixture.approved });
    }));

  it("is no door for a removed jersey's title", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      const jersey = await approve(scenario);
      await as("owner", "insert into copies (jersey_id) values ($1)", [jersey]);
      await as(
        "admin",
        "select remove_jersey($1, reason => 'Titre injurieux', urgency => 'offensive')",
        [jersey],
      );
      await add(scenario, { ...SHIRT, title: "Au catalogue" });
      await as("owner", "select save_showcase(true)");
      const { rows } = await system("select username from profiles where id = $1", [
        rules.ids.owner,
      ]);
      const shown = await as("visitor", "select title from showcase_own($1)", [rows[0].username]);
      expect(shown.rows).toEqual([]);
    }));

  it("is found by its team's index when a jersey becomes public", () =>
    rules.scenario(async ({ system }) => {
      await system("set local enable_seqscan = off");
      const { rows } = await system(
        `explain select copy.id from copies copy, jerseys jersey
         where jersey.id = '${fixture.approved}' and copy.jersey_id is null and private.is_shirt_of(copy.former_jersey, jersey, '2024-25')`,
      );
      expect(JSON.stringify(rows)).toContain("copies_without_page");
    }));

  it("can be among the shirts that its owner shows first, until its words may not be shown", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      const id = await add(scenario);
      const { rows } = await system("select username from profiles where id = $1", [
        rules.ids.owner,
      ]);
      const { username } = rows[0];
      await as("owner", "select save_showcase(true, shirts => $1)", [
        JSON.stringify([{ copy_id: id, line: "Le premier" }]),
      ]);
      const first = async () =>
        (await as("visitor", "select * from showcase_shirts($1)", [username])).rows;
      expect(await first()).toEqual([
        { place: 1, jersey_id: null, line: "Le premier", photo: null },
      ]);
      const own = "select place, title, printed_name from showcase_own($1)";
      expect((await as("visitor", own, [username])).rows).toEqual([
        { place: 1, title: SHIRT.title, printed_name: null },
      ]);
      await system("update copies set former_jersey = former_jersey || '{\"gone\": true}'");
      expect(await first()).toEqual([]);
      await system("update copies set former_jersey = former_jersey - 'gone'");
      await as("owner", "select save_showcase(false)");
      expect(await first()).toEqual([]);
    }));
});
