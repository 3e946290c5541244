import { describe, expect, it } from "vitest";

import { addJerseys, setUpRules } from "../support/fixture.ts";
import { type Scenario } from "../support/rules.ts";
import { REBUILD } from "../../support/rebuild.ts";

const { rules, fixture } = setUpRules();

interface Change {
  number: number;
  kind: string;
  id: string;
  change: string;
  into_id: string | null;
}

/** What a visitor who keeps a copy reads next. */
async function changesAfter(scenario: Scenario, after: number): Promise<Change[]> {
  await scenario.derived();
  const { rows } = await scenario.as(
    "visitor",
    "select number::int, kind, id, change, into_id from public_changes where number > $1 order by number",
    [after],
  );
  return rows;
}

const last = async (scenario: Scenario): Promise<number> =>
  (await changesAfter(scenario, 0)).at(-1)?.number ?? 0;

describe("public changes", () => {
  it("name a jersey that came, changed, went, and came back", () =>
    rules.scenario(async (scenario) => {
      const { system } = scenario;
      let number = await last(scenario);
      const steps: [text: string, change: string][] = [
        ["update jerseys set status = 'approved' where id = $1", "came"],
        ["update jerseys set title = 'Maillot renommé' where id = $1", "changed"],
        ["update jerseys set is_active = false where id = $1", "went"],
        ["update jerseys set is_active = true where id = $1", "came"],
        ["delete from jerseys where id = $1", "went"],
      ];
      for (const [text, change] of steps) {
        await system(text, [fixture.pending]);
        expect(await changesAfter(scenario, number), text).toEqual([
          { number: number + 1, kind: "jersey", id: fixture.pending, change, into_id: null },
        ]);
        number += 1;
      }
      // Each thing has one row. Someone who reads everything again gets only its newest change.
      const all = await changesAfter(scenario, 0);
      expect(all.filter(({ id }) => id === fixture.pending)).toHaveLength(1);
      expect(new Set(all.map((change) => change.number)).size).toBe(all.length);
    }));

  it("say into which jersey one was merged", () =>
    rules.scenario(async (scenario) => {
      const { as } = scenario;
      const [gone, kept] = await addJerseys(scenario, fixture, rules.ids.owner, [
        "Maillot vert",
        "Maillot vert bis",
      ]);
      const number = await last(scenario);
      await as("admin", "select merge_jerseys($1, $2, 'Un doublon')", [gone, kept]);
      expect(await changesAfter(scenario, number)).toContainEqual(
        expect.objectContaining({ kind: "jersey", id: gone, change: "merged", into_id: kept }),
      );
    }));

  it("name teams, competitions, seasons, brands and lists", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      const number = await last(scenario);
      await system("update teams set is_active = false where id = $1", [fixture.team]);
      await system("update competitions set name = 'Ligue Une' where id = $1", [
        fixture.competition,
      ]);
      await system("update seasons set is_active = true where code = '1995-96'");
      await system("delete from brands where id = $1", [
        (await system("insert into brands (name) values ('Éphémère') returning id")).rows[0].id,
      ]);
      const { rows } = await as(
        "owner",
        "insert into lists (title, is_public) values ('Verts', true) returning id",
      );
      const list = rows[0].id;
      const named = async () =>
        (await changesAfter(scenario, number)).map(({ kind, change }) => `${kind} ${change}`);
      expect((await named()).toSorted()).toEqual([
        "competition changed",
        // What it is found by.
        "jersey changed",
        "list came",
        "season came",
        "team went",
      ]);
      await as("owner", "insert into list_items (list_id, jersey_id) values ($1, $2)", [
        list,
        fixture.approved,
      ]);
      expect(await named()).toContain("list changed");
      await as("owner", "update lists set is_public = false where id = $1", [list]);
      expect(await named()).toContain("list went");
    }));

  it("of a suspended member's lists say that they went, and came back", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      const { rows } = await as(
        "owner",
        "insert into lists (title, is_public) values ('Verts', true) returning id",
      );
      const change = async () =>
        (await changesAfter(scenario, 0)).find(({ id }) => id === rows[0].id)?.change;
      expect(await change()).toBe("came");
      await system("update auth.users set banned_until = now() + interval '1 day' where id = $1", [
        rules.ids.owner,
      ]);
      expect(await change()).toBe("went");
      await system("update auth.users set banned_until = null where id = $1", [rules.ids.owner]);
      expect(await change()).toBe("came");
      // One that ends by itself: nobody writes anything then.
      await system("update auth.users set banned_until = now() + interval '1 hour' where id = $1", [
        rules.ids.owner,
      ]);
      expect(await change()).toBe("went");
      await system("alter table auth.users disable trigger on_suspension");
      await system("update auth.users set banned_until = now() where id = $1", [rules.ids.owner]);
      await system("alter table auth.users enable trigger on_suspension");
      expect(await change()).toBe("went");
      await system("update private.changes set at = at - interval '1 hour'");
      expect(await change()).toBe("came");
    }));

  it("know nothing of what never was public, of votes, and of members", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      const number = await last(scenario);
      await as("owner", "insert into lists (title) values ('Pour moi')");
      await system("update jerseys set title = 'Encore en attente' where id = $1", [
        fixture.pending,
      ]);
      await as("stranger", "insert into jersey_votes (jersey_id, vote) values ($1, 'up')", [
        fixture.approved,
      ]);
      expect(await changesAfter(scenario, number)).toEqual([]);
      const { rows } = await system("select row_to_json(p)::text as text from public_changes p");
      for (const id of Object.values(rules.ids)) {
        expect(rows.some(({ text }) => text.includes(id))).toBe(false);
      }
    }));

  it("don't tell what an author wants, nor what stays the same", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      const number = await last(scenario);
      await as("owner", "update jerseys set title = 'Un secret' where id = $1", [fixture.approved]);
      await system("update jerseys set title = title where id = $1", [fixture.approved]);
      expect(await changesAfter(scenario, number)).toEqual([]);
    }));

  it("tell two things with one id apart", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      const { rows } = await as(
        "stranger",
        "insert into lists (title, is_public) values ('Verts', true) returning id",
      );
      const list = rows[0].id;
      await system(
        `insert into jerseys (id, author_id, league, competition_id, season_id, team_id, title, status)
         values ($1, $2, 'SOCCER', $3, $4, $5, 'Maillot ordinaire', 'approved')`,
        [list, rules.ids.owner, fixture.competition, fixture.season, fixture.team],
      );
      const named = async () =>
        (await changesAfter(scenario, 0))
          .filter(({ id }) => id === list)
          .map(({ kind, change }) => `${kind} ${change}`)
          .toSorted();
      expect(await named()).toEqual(["jersey came", "list came"]);
      await as("stranger", "update lists set is_public = false where id = $1", [list]);
      expect(await named()).toEqual(["jersey changed", "list went"]);
      expect((await system(REBUILD)).rows).toEqual([]);
    }));

  it("follow a merge that ends with the jersey that stayed", () =>
    rules.scenario(async (scenario) => {
      const { as, system } = scenario;
      const [gone, kept] = await addJerseys(scenario, fixture, rules.ids.owner, [
        "Maillot vert",
        "Maillot vert bis",
      ]);
      await scenario.derived();
      await as("admin", "select merge_jerseys($1, $2, 'Un doublon', urgency => 'unlawful')", [
        gone,
        kept,
      ]);
      await scenario.derived();
      await system("delete from jerseys where id = $1", [kept]);
      const changes = await changesAfter(scenario, 0);
      expect(changes.find(({ id }) => id === gone)).toMatchObject({
        change: "went",
        into_id: null,
      });
      expect((await system(REBUILD)).rows).toEqual([]);
    }));

  it("are read by everyone and written by nobody", async () => {
    const denied = { visitor: "42501", owner: "42501", stranger: "42501", admin: "42501" };
    for (const text of [
      "insert into public_changes (number, kind, id, change) values (1, 'jersey', gen_random_uuid(), 'came')",
      "update public_changes set change = 'went'",
      "delete from public_changes",
      "select private.refresh_public_changes('{}')",
    ]) {
      expect(await rules.everyone(text), text).toEqual(denied);
    }
    const one = { visitor: 1, owner: 1, stranger: 1, admin: 1 };
    expect(await rules.everyone("select from public_changes limit 1")).toEqual(one);
  });
});
