import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { addJerseys, createFixture, type Fixture } from "../support/fixture.ts";
import { createRules, PERSONAS, type Rules, type Scenario } from "../support/rules.ts";

let rules: Rules;
let fixture: Fixture;

beforeAll(async () => {
  rules = await createRules(undefined, ["reviewer"]);
  fixture = await createFixture(rules);
});
afterAll(() => rules.close());

const OTHERS = ([...PERSONAS, "reviewer"] as const).filter((persona) => persona !== "owner");

/** Words in what is never shown; none of them may be in an answer. */
const MARKER = "zzsecret";

/** Of the owner: one copy for each time, of the approved jersey. */
async function addCopies({ system }: Scenario, times: string[]): Promise<void> {
  for (const time of times) {
    await system(
      `insert into copies (owner_id, jersey_id, created_at, bought_on, bought_from, notes, storage_place, lent_to)
       values ($1, $2, $3, '2015-03', $4, $4, $4, $4)`,
      [rules.ids.owner, fixture.approved, time, MARKER],
    );
  }
}

const yearOf = async ({ as }: Scenario, year: number) =>
  (await as("owner", "select * from my_year($1)", [year])).rows[0];

async function share({ as }: Scenario, year: number): Promise<string> {
  const { rows } = await as("owner", "insert into year_links (year) values ($1) returning key", [
    year,
  ]);
  return rows[0].key;
}

describe("a year in shirts", () => {
  it("counts what was added in that year of Paris, whenever it was bought", () =>
    rules.scenario(async (scenario) => {
      await addCopies(scenario, [
        "2023-12-31T22:59:59Z",
        "2023-12-31T23:00:00Z",
        "2024-12-31T22:59:59Z",
        "2024-12-31T23:00:00Z",
      ]);
      expect((await yearOf(scenario, 2023)).shirts).toBe("1");
      expect((await yearOf(scenario, 2024)).shirts).toBe("2");
      // Bought in 2015, and never added in that year.
      expect((await yearOf(scenario, 2015)).shirts).toBe("0");
    }));

  it("names the club, the oldest, the colours and the seasons of what was added", () =>
    rules.scenario(async (scenario) => {
      const { system, as } = scenario;
      const titles = ["Ancien", "Récent"];
      const [old, late] = await addJerseys(scenario, fixture, rules.ids.stranger, titles);
      const colors = "update jerseys set year = $2, colors = '{red,white}' where id = $1";
      await system(colors, [old, 1969]);
      await system(colors, [late, 2020]);
      await system(
        "insert into copies (owner_id, jersey_id, created_at) select $1, unnest($2::uuid[]), '2024-05-01Z'",
        [rules.ids.owner, [old, late]],
      );
      expect(await yearOf(scenario, 2024)).toMatchObject({
        shirts: "2",
        seasons: "2",
        first_year: 1969,
        last_year: 2020,
        team_id: fixture.team,
        team_shirts: "2",
        oldest: old,
        colors: [{ color: "red", shirts: 2 }],
      });
      // Nobody is told of what isn't public.
      await system("update jerseys set is_active = false where id = $1", [old]);
      expect(await yearOf(scenario, 2024)).toMatchObject({
        shirts: "2",
        oldest: late,
        covers: [late],
      });
      expect((await as("stranger", "select * from my_year(2024)")).rows).toMatchObject([
        { shirts: "0", covers: [], contributions: "0" },
      ]);
    }));

  it("says which is the rarest from three owners on", () =>
    rules.scenario(async (scenario) => {
      const { system } = scenario;
      await addCopies(scenario, ["2024-05-01Z"]);
      const own = (member: string) =>
        system("insert into copies (owner_id, jersey_id) values ($1, $2)", [
          member,
          fixture.approved,
        ]);
      await own(rules.ids.stranger);
      expect(await yearOf(scenario, 2024)).toMatchObject({ rarest: null, rarest_owners: null });
      await own(rules.ids.admin);
      expect(await yearOf(scenario, 2024)).toMatchObject({
        rarest: fixture.approved,
        rarest_owners: "3",
      });
    }));

  it("is there from its first of December on", () =>
    rules.scenario(async (scenario) => {
      const next = new Date().getUTCFullYear() + 1;
      const key = await share(scenario, next);
      expect(await yearOf(scenario, next)).toBeUndefined();
      const { rows } = await scenario.as("visitor", "select * from shared_year($1)", [key]);
      expect(rows).toEqual([]);
    }));
});

describe("the link to a year", () => {
  it("shows that year to whoever has it, and nothing that a copy says", () =>
    rules.scenario(async (scenario) => {
      await addCopies(scenario, ["2024-05-01Z"]);
      const key = await share(scenario, 2024);
      for (const persona of OTHERS) {
        const { rows } = await scenario.as(persona, "select * from shared_year($1)", [key]);
        expect(rows, persona).toMatchObject([{ username: "owner", year: 2024, shirts: "1" }]);
        const text = JSON.stringify(rows);
        expect(text, persona).not.toContain(MARKER);
        expect(text, persona).not.toContain("2015");
        const table = await scenario.as(persona, "select * from year_links").catch(() => null);
        expect(table?.rows ?? [], persona).toEqual([]);
      }
    }));

  it("shows nothing once it is withdrawn, and a new one is another", () =>
    rules.scenario(async (scenario) => {
      const { as } = scenario;
      await addCopies(scenario, ["2024-05-01Z"]);
      const key = await share(scenario, 2024);
      await as("owner", "delete from year_links where year = 2024");
      expect((await as("visitor", "select * from shared_year($1)", [key])).rows).toEqual([]);
      expect(await share(scenario, 2024)).not.toBe(key);
      expect((await as("visitor", "select * from shared_year($1)", [key])).rows).toEqual([]);
    }));

  it("is its member's alone to make and to withdraw", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      const key = await share(scenario, 2024);
      for (const persona of OTHERS) {
        await as(persona, "delete from year_links where key = $1", [key]).catch(() => null);
      }
      expect((await system("select key from year_links")).rows).toEqual([{ key }]);
      const { ids } = rules;
      for (const sql of [
        `insert into year_links (member_id, year) values ('${ids.owner}', 2023)`,
        `insert into year_links (year, key) values (2023, '${key}')`,
        "update year_links set key = gen_random_uuid()",
      ]) {
        await expect(as("stranger", sql), sql).rejects.toThrow(/permission denied/);
      }
      await expect(as("visitor", "select * from my_year(2024)")).rejects.toThrow(/permission/);
    }));

  it("shows nothing of a suspended account", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      await addCopies(scenario, ["2024-05-01Z"]);
      const key = await share(scenario, 2024);
      await system("update auth.users set banned_until = now() + '1 day' where id = $1", [
        rules.ids.owner,
      ]);
      expect((await as("visitor", "select * from shared_year($1)", [key])).rows).toEqual([]);
    }));
});
