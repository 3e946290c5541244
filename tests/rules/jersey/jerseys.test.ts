import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createRules, PERSONAS, type Rules, type Scenario } from "../support/rules.ts";
import { createFixture, type Fixture } from "../support/fixture.ts";

let rules: Rules;
let fixture: Fixture;

beforeAll(async () => {
  rules = await createRules();
  fixture = await createFixture(rules);
});
afterAll(() => rules.close());

const SUBMIT = `insert into jerseys
  (author_id, league, competition_id, season_id, team_id, team, title, year, brand, brand_id,
   edition, kit_type, description, external_link, price)
  values (auth.uid(), 'SOCCER', $1, $2, $3, 'ASSE', 'Maillot domicile', 1976, 'Adidas', null,
    'Finale', 'home', 'Vert', 'https://example.test/', 19.99)`;

describe("reading", () => {
  it.each([
    ["approved", { visitor: 1, owner: 1, stranger: 1, admin: 1 }],
    ["pending", { visitor: 0, owner: 1, stranger: 0, admin: 1 }],
    ["rejected", { visitor: 0, owner: 1, stranger: 0, admin: 1 }],
    ["inactive", { visitor: 0, owner: 1, stranger: 0, admin: 1 }],
  ] as const)("%s jerseys", async (state, expected) => {
    expect(await rules.everyone("select * from jerseys where id = $1", [fixture[state]])).toEqual(
      expected,
    );
  });

  it("counts exactly the rows that each persona may see", async () => {
    expect(await rules.everyone("select id from jerseys")).toEqual({
      visitor: 1,
      owner: 4,
      stranger: 1,
      admin: 4,
    });
  });

  it("never shows a note on a public row", async () => {
    const note = "update jerseys set moderation_note = 'privé' where id = $1";
    await expect(rules.system(note, [fixture.approved])).rejects.toMatchObject({
      constraint: "jerseys_moderation_note_private",
    });
  });
});

describe("submitting", () => {
  it("requires a member and their own name", async () => {
    const values = [fixture.competition, fixture.season, fixture.team];
    expect(await rules.everyone(SUBMIT, values)).toEqual({
      visitor: "42501",
      owner: 1,
      stranger: 1,
      admin: 1,
    });
    const forged = SUBMIT.replace("auth.uid()", `'${rules.ids.owner}'`);
    expect(await rules.everyone(forged, values)).toEqual({
      visitor: "42501",
      owner: 1,
      stranger: "42501",
      admin: "42501",
    });
  });

  it.each([
    "status",
    "moderation_note",
    "moderated_by",
    "moderated_at",
    "edited_at",
    "is_active",
    "upvotes",
    "downvotes",
    "created_at",
  ])("can't set %s", async (column) => {
    const text = `insert into jerseys (league, competition_id, season_id, team, title, ${column})
      values ('SOCCER', $1, $2, 'ASSE', 'Maillot', default)`;
    expect(await rules.everyone(text, [fixture.competition, fixture.season])).toEqual({
      visitor: "42501",
      owner: "42501",
      stranger: "42501",
      admin: "42501",
    });
  });

  it("starts as pending, with the names of the team and brand", () =>
    rules.scenario(async ({ as, system }) => {
      await as("stranger", SUBMIT.replace("null", `'${fixture.brand}'`), [
        fixture.competition,
        fixture.season,
        fixture.team,
      ]);
      const { rows } = await system("select * from jerseys where year = 1976");
      expect(rows).toMatchObject([
        {
          author_id: rules.ids.stranger,
          status: "pending",
          is_active: true,
          team: "AS Saint-Étienne",
          team_slug: "as-saint-etienne",
          kit_type_slug: "home",
          brand: "Le Coq Sportif",
          price: "19.99",
          score: 0,
          search_text: "maillot domicile as saint-etienne le coq sportif finale 1976",
        },
      ]);
    }));
});

describe("what isn't active", () => {
  const RETIRED: [string, () => string][] = [
    ["team_id", () => fixture.retiredTeam],
    ["competition_id", () => fixture.retiredCompetition],
    ["season_id", () => "(select id from seasons where not is_active)"],
  ];
  /** The id, as the database reads it: a member doesn't know it. */
  const idOf = async ({ system }: Scenario, value: string): Promise<string> =>
    (await system(`select ${value.startsWith("(") ? value : `'${value}'`} as id`)).rows[0].id;

  it.each(RETIRED)("%s: only administrators give it to a jersey", async (column, value) => {
    const INSERT = `insert into jerseys (title, league, competition_id, season_id, team_id)
      values ('Maillot', 'SOCCER', $1, $2, $3) returning team`;
    const facts = (id: string) =>
      Object.values({
        competition_id: fixture.competition,
        season_id: fixture.season,
        team_id: fixture.team,
        [column]: id,
      });
    const CHANGE = `update jerseys set ${column} = $2 where id = $1`;
    await rules.scenario(async (scenario) => {
      const { as, outcome } = scenario;
      const id = await idOf(scenario, value());
      // As for an id that doesn't exist: neither the name nor the id is told.
      const refusal = { code: "23503", constraint: `jerseys_${column}_fkey` };
      await expect(as("stranger", INSERT, facts(id))).rejects.toMatchObject(refusal);
      await expect(as("stranger", INSERT, facts(randomUUID()))).rejects.toMatchObject(refusal);
      await expect(as("owner", CHANGE, [fixture.pending, id])).rejects.toMatchObject(refusal);
      expect(await outcome("admin", CHANGE, [fixture.pending, id])).toBe(1);
      expect(await outcome("admin", INSERT, facts(id))).toBe(1);
    });
  });

  it.each(RETIRED)("%s: a jersey that has it is edited as before", async (column, value) => {
    await rules.scenario(async (scenario) => {
      const { as, outcome, system } = scenario;
      const id = await idOf(scenario, value());
      await system(`update jerseys set ${column} = $2 where id = $1`, [fixture.pending, id]);
      const text = `update jerseys set year = 1981, ${column} = $2 where id = $1`;
      expect(await outcome("owner", text, [fixture.pending, id])).toBe(1);
      const { rows } = await as("owner", `select ${column} as id from jerseys where id = $1`, [
        fixture.pending,
      ]);
      expect(rows).toEqual([{ id }]);
    });
  });
});

describe("changing", () => {
  /** What an author may not change in a submission: its state, and to what isn't active. */
  const REFUSED: Record<string, string> = {
    is_active: "42501",
    competition_id: "23503",
    team_id: "23503",
  };

  it.each(["title", "description", "edition", "external_link"])(
    "%s is for the author and administrators",
    async (column) => {
      const text = `update jerseys set ${column} = 'https://example.test' where id = $1`;
      expect(await rules.everyone(text, [fixture.approved])).toEqual({
        visitor: "42501",
        owner: 1,
        stranger: 0,
        admin: 1,
      });
    },
  );

  it.each<[string, () => unknown]>([
    ["competition_id", () => fixture.retiredCompetition],
    ["team_id", () => fixture.retiredTeam],
    ["brand_id", () => fixture.brand],
    ["year", () => 1977],
    ["brand", () => "Nike"],
    ["kit_type", () => "away"],
    ["price", () => 12.5],
    ["is_active", () => false],
  ])("%s is for administrators once the jersey is approved", async (column, value) => {
    const text = `update jerseys set ${column} = $2 where id = $1`;
    expect(await rules.everyone(text, [fixture.approved, value()])).toEqual({
      visitor: "42501",
      owner: "42501",
      stranger: 0,
      admin: 1,
    });
    // Until then its author corrects the facts too.
    expect(await rules.everyone(text, [fixture.pending, value()])).toEqual({
      visitor: "42501",
      owner: REFUSED[column] ?? 1,
      stranger: 0,
      admin: 1,
    });
  });

  it.each([
    "status",
    "moderation_note",
    "moderated_by",
    "moderated_at",
    "edited_at",
    "upvotes",
    "downvotes",
    "score",
    "author_id",
    "created_at",
  ])("%s is for nobody", async (column) => {
    const text = `update jerseys set ${column} = default where id = $1`;
    for (const persona of PERSONAS) {
      const outcome = await rules.scenario((play) =>
        play.outcome(persona, text, [fixture.approved]),
      );
      expect(outcome).toBe("42501");
    }
  });

  it("updates the names with their team and brand", () =>
    rules.scenario(async ({ as, system }) => {
      await system("update jerseys set team_id = $1, brand_id = $2", [fixture.team, fixture.brand]);
      await as("admin", "update teams set name = 'ASSE Loire'");
      await as("admin", "update brands set name = 'Le Coq'");
      const { rows } = await system(
        "select distinct team, team_slug, brand, edited_at from jerseys where team_id = $1",
        [fixture.team],
      );
      expect(rows).toEqual([
        { team: "ASSE Loire", team_slug: "asse-loire", brand: "Le Coq", edited_at: null },
      ]);
    }));
});

describe("deleting", () => {
  it("approved is for the author, administrators need a second person", async () => {
    const outcomes = await rules.everyone("delete from jerseys where id = $1", [fixture.approved]);
    expect(outcomes).toEqual({ visitor: "42501", owner: 1, stranger: 0, admin: "PT409" });
  });

  it.each(["pending", "rejected"] as const)(
    "%s is for the author and administrators",
    async (state) => {
      const outcomes = await rules.everyone("delete from jerseys where id = $1", [fixture[state]]);
      expect(outcomes).toEqual({ visitor: "42501", owner: 1, stranger: 0, admin: 1 });
    },
  );

  it("leaves nothing behind", () =>
    rules.scenario(async ({ as, system }) => {
      const { approved, comment } = fixture;
      await as("stranger", "insert into jersey_votes (jersey_id, vote) values ($1, 'up')", [
        approved,
      ]);
      for (const list of ["user_collections", "user_wishlists"]) {
        await as("stranger", `insert into ${list} (jersey_id) values ($1)`, [approved]);
      }
      const report = "insert into reports (target_type, target_id) values ($1, $2)";
      await as("stranger", report, ["jersey", approved]);
      await as("stranger", report, ["comment", comment]);
      await as("owner", "delete from jerseys where id = $1", [approved]);
      const { rows } = await system(`
        select (select count(*)::int from jersey_votes) votes,
          (select count(*)::int from user_collections) collected,
          (select count(*)::int from user_wishlists) wished,
          (select count(*)::int from reports) reports,
          (select count(*)::int from comments) comments,
          (select array_agg(name) from storage_deletions) files`);
      expect(rows).toEqual([
        {
          votes: 0,
          collected: 0,
          wished: 0,
          reports: 0,
          comments: 0,
          files: [`${rules.ids.owner}/vert.webp`],
        },
      ]);
    }));

  it("an account keeps its jerseys, without an author", () =>
    rules.scenario(async ({ system }) => {
      await system("delete from auth.users where id = $1", [rules.ids.owner]);
      const { rows } = await system("select distinct author_id from jerseys");
      expect(rows).toEqual([{ author_id: null }]);
    }));
});
