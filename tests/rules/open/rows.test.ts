import { describe, expect, it } from "vitest";

import { columnsOf, DUMP_FILE_NAMES } from "../../../app/open/domain/dump-files.ts";
import { addJerseys, publicUrl, setUpRules } from "../support/fixture.ts";
import type { Scenario } from "../support/rules.ts";

const { rules, fixture } = setUpRules();

interface Change {
  number: number;
  kind: string;
  id: string;
  change: string;
  rows: Record<string, Record<string, unknown>[]>;
}

async function changes(scenario: Scenario, after = 0, atMost = 1_000): Promise<Change[]> {
  await scenario.derived();
  const { rows } = await scenario.as(
    "visitor",
    "select number::int, kind, id, change, rows from open_changes($1, $2)",
    [after, atMost],
  );
  return rows;
}

const last = async (scenario: Scenario) => (await changes(scenario)).at(-1)!.number;

describe("rows that may be taken away", () => {
  it("have the columns of the files, and a jersey's are its facts without its description", async () => {
    for (const file of DUMP_FILE_NAMES) {
      const { rows } = await rules.system(
        `select array_agg(attname::text order by attnum) as names from pg_attribute
         where attrelid = ('private.open_' || $1)::regclass and attnum > 0`,
        [file],
      );
      const names = columnsOf(file).map(({ name }) => name);
      // Addresses are the site's.
      expect(rows[0].names, file).toEqual(names.filter((name) => name !== "url"));
    }
    const { rows } = await rules.system(
      "select array_remove(private.jersey_facts(), 'description') as facts",
    );
    const [, ...facts] = columnsOf("jerseys").map(({ name }) => name);
    expect(facts).toEqual([...rows[0].facts, "created_at"]);
  });

  it("are read with the reader's rights, by visitors only", async () => {
    const { rows } = await rules.system(
      `select relname from pg_class where relnamespace = 'private'::regnamespace and relname like 'open\\_%'
       and not coalesce(reloptions @> '{security_invoker=true}', false)`,
    );
    expect(rows).toEqual([]);
    for (const file of DUMP_FILE_NAMES) {
      const outcomes = await rules.everyone(`select from private.open_${file}`);
      expect(outcomes, file).toMatchObject({ owner: "42501", stranger: "42501", admin: "42501" });
      expect(typeof outcomes.visitor, file).toBe("number");
    }
    expect(await rules.everyone("select from open_changes(0)")).toMatchObject({
      owner: "42501",
      admin: "42501",
    });
  });

  it("are those of what is public", () =>
    rules.scenario(async ({ as, system }) => {
      await system(
        "insert into team_seasons (team_id, season_id) select $1, id from seasons where code = '1995-96'",
        [fixture.team],
      );
      const read = async (file: string, column = "id") =>
        (await as("visitor", `select ${column} as value from private.open_${file}`)).rows.map(
          ({ value }) => value,
        );
      expect(await read("jerseys")).toEqual([fixture.approved]);
      expect(await read("teams")).toEqual([fixture.team]);
      expect(await read("competitions")).toEqual([fixture.competition]);
      expect(await read("seasons", "code")).toEqual(["2024-25"]);
      expect(await read("line_ups", "season_id")).toEqual([fixture.season]);
    }));

  it("name a free photo with its credit, and no other", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      const add =
        "insert into jersey_images (jersey_id, url, licence, rights_stated) values ($1, $2, $3, true) returning id";
      const [free] = (
        await system(add, [fixture.approved, publicUrl(rules.ids.owner, "1.webp"), "CC-BY-SA-4.0"])
      ).rows;
      await system(add, [
        fixture.approved,
        publicUrl(rules.ids.owner, "2.webp"),
        "shown-here-only",
      ]);
      await system(add, [fixture.pending, publicUrl(rules.ids.owner, "3.webp"), "CC-BY-SA-4.0"]);
      const photos = async () =>
        (await as("visitor", "select id, credit from private.open_photos")).rows;
      expect(await photos()).toEqual([{ id: free.id, credit: "owner" }]);
      const number = await last(scenario);
      await system("update profiles set display_name = 'Lou' where id = $1", [rules.ids.owner]);
      expect(await photos()).toEqual([{ id: free.id, credit: "Lou" }]);
      expect(await changes(scenario, number)).toMatchObject([
        { kind: "jersey", id: fixture.approved, rows: { photos: [{ credit: "Lou" }] } },
      ]);
      // The account goes, the licence stays.
      await system("delete from profiles where id = $1", [rules.ids.owner]);
      expect(await photos()).toEqual([{ id: free.id, credit: null }]);
    }));
});

describe("changes with their rows", () => {
  it("come in the order of their numbers, a few at a time, without lists", () =>
    rules.scenario(async (scenario) => {
      await scenario.as("owner", "insert into lists (title, is_public) values ('Verts', true)");
      const all = await changes(scenario);
      expect(all.some(({ kind }) => kind === "list")).toBe(false);
      const few = await changes(scenario, 0, 2);
      expect(few).toEqual(all.slice(0, 2));
      expect(await changes(scenario, few[1]!.number, 2)).toEqual(all.slice(2, 4));
    }));

  it("say what went, and into what a jersey or team was merged", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      const [gone, kept] = await addJerseys(
        scenario,
        fixture,
        rules.ids.owner,
        ["Un", "Deux"].map((n) => `Maillot ${n}`),
      );
      const add = "insert into teams (name, competition_id) values ($1, $2) returning id";
      const team = (await system(add, ["ASSE", fixture.competition])).rows[0].id;
      let number = await last(scenario);
      await as("admin", "select merge_jerseys($1, $2, 'Deux fois le même')", [gone, kept]);
      await system("update jerseys set is_active = false where id = $1", [fixture.approved]);
      await as("admin", "select merge_teams($1, $2)", [team, fixture.team]);
      const found = await changes(scenario, number);
      const of = (id: string | undefined) => found.find((change) => change.id === id);
      expect(of(fixture.approved)).toMatchObject({
        change: "went",
        rows: { jerseys: [], photos: [], redirects: [] },
      });
      expect(of(gone)).toMatchObject({
        change: "merged",
        rows: { jerseys: [], redirects: [{ kind: "jersey", from_id: gone, into_id: kept }] },
      });
      expect(of(team)).toMatchObject({
        change: "merged",
        rows: { teams: [], line_ups: [], redirects: [{ kind: "team", into_id: fixture.team }] },
      });
      // It leads on where its survivor is merged in turn.
      const next = (await system(add, ["Saint-Étienne", fixture.competition])).rows[0].id;
      number = await last(scenario);
      await as("admin", "select merge_teams($1, $2)", [fixture.team, next]);
      expect((await changes(scenario, number)).find(({ id }) => id === team)).toMatchObject({
        change: "merged",
        rows: { redirects: [{ from_id: team, into_id: next }] },
      });
    }));

  it.each([
    ["season", "update seasons set is_active = not is_active where id = $1"],
    ["competition", "update competitions set is_active = not is_active where id = $1"],
  ] as const)("bring a team's line-ups when a %s is hidden and shown", (of, text) =>
    rules.scenario(async (scenario) => {
      const entries = async () => {
        const number = await last(scenario);
        await scenario.system(text, [fixture[of]]);
        const found = await changes(scenario, number);
        return found.find(({ id }) => id === fixture.team)?.rows["line_ups"]?.length;
      };
      expect(await entries()).toBe(0);
      expect(await entries()).toBe(1);
    }),
  );
});
