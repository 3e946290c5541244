import { describe, expect, it } from "vitest";

import { setUpRules } from "../support/fixture.ts";

const { rules, fixture } = setUpRules(["reviewer"]);

const FOLLOW = "insert into follows (target_type, target_id) values ($1, $2)";

describe("a follow", () => {
  it("is made by members, of teams, competitions, brands and lists that everyone sees", () =>
    rules.scenario(async ({ as, outcome, system }) => {
      const { rows: lists } = await system(
        `insert into lists (member_id, title, is_public, is_hidden)
         values ($1, 'Publique', true, false), ($1, 'Privée', false, false), ($1, 'Cachée', true, true) returning id`,
        [rules.ids.reviewer],
      );
      const [shown, closed, hidden] = lists.map(({ id }) => id);
      const seen = [
        ["list", shown],
        ["team", fixture.team],
        ["competition", fixture.competition],
        ["brand", fixture.brand],
      ];
      for (const target of seen) {
        expect(await outcome("visitor", FOLLOW, target)).toBe("42501");
        for (const persona of ["owner", "stranger", "admin"] as const) {
          expect(await outcome(persona, FOLLOW, target), `${persona} ${target[0]}`).toBe(1);
        }
      }
      // Nobody follows their own.
      expect(await outcome("reviewer", FOLLOW, seen[0])).toBe("42501");
      const unseen = [
        ["list", closed],
        ["list", hidden],
        ["team", fixture.retiredTeam],
        ["competition", fixture.retiredCompetition],
        ["brand", fixture.team],
        ["jersey", fixture.approved],
      ];
      for (const target of unseen) expect(await outcome("owner", FOLLOW, target)).toBe("42501");
      // Twice is once, for a program that doesn't know.
      expect(await outcome("owner", FOLLOW, seen[0])).toBe("23505");
      await as("owner", `${FOLLOW} on conflict do nothing`, seen[0]);
    }));

  it("is read, made and ended by its member alone", () =>
    rules.scenario(async ({ as, outcome }) => {
      await as("owner", FOLLOW, ["team", fixture.team]);
      const others = { visitor: "42501", stranger: 0, reviewer: 0, admin: 0 } as const;
      for (const persona of ["visitor", "stranger", "reviewer", "admin"] as const) {
        for (const table of ["follows", "visits", "letters"]) {
          expect(await outcome(persona, `select from ${table}`), `${persona} ${table}`).toBe(
            others[persona],
          );
        }
        expect(await outcome(persona, "delete from follows")).toBe(others[persona]);
        expect(
          await outcome(
            persona,
            "insert into follows (member_id, target_type, target_id) values ($1, 'team', $2)",
            [rules.ids.owner, fixture.team],
          ),
        ).toBe("42501");
      }
      expect(await outcome("owner", "update follows set target_id = target_id")).toBe("42501");
      expect(await outcome("owner", "select from follows")).toBe(1);
      expect(await outcome("owner", "delete from follows")).toBe(1);
    }));

  it("isn't made by a suspended member, nor more than two hundred times an hour, nor of more than five hundred things", () =>
    rules.scenario(async ({ as, outcome, system }) => {
      const { rows: teams } = await system(
        `insert into teams (name, competition_id) select 'Équipe ' || n, $1 from generate_series(1, 501) n returning id`,
        [fixture.competition],
      );
      const ids = teams.map(({ id }) => id);
      const many = "insert into follows (target_type, target_id) select 'team', unnest($1::uuid[])";
      expect(await outcome("owner", many, [ids.slice(0, 201)])).toBe("PT429");
      expect(await outcome("owner", many, [ids.slice(0, 200)])).toBe(200);
      await system("delete from private.writes");
      expect(await outcome("owner", many, [ids.slice(200, 400)])).toBe(200);
      await system("delete from private.writes");
      expect(await outcome("owner", many, [ids.slice(400)])).toBe("23514");
      expect(await outcome("owner", many, [ids.slice(400, 500)])).toBe(100);
      await system("update auth.users set banned_until = '2100-01-01' where id = $1", [
        rules.ids.stranger,
      ]);
      expect(await outcome("stranger", FOLLOW, ["team", fixture.team])).toBe("42501");
      expect(await outcome("stranger", "select want_letter(true)")).toBe("42501");
      expect((await as("owner", "select from follows")).rowCount).toBe(500);
    }));

  it("goes with what was followed, and with the member", () =>
    rules.scenario(async ({ as, system }) => {
      const { rows } = await system("insert into brands (name) values ('Umbro') returning id");
      await as("owner", FOLLOW, ["brand", rows[0].id]);
      await as("owner", FOLLOW, ["team", fixture.team]);
      await as("owner", "select want_letter(true)");
      await as("owner", "select from my_changes()");
      await system("delete from brands where id = $1", [rows[0].id]);
      const left = async (table: string) => (await system(`select from ${table}`)).rowCount;
      expect(await left("follows")).toBe(1);
      await system("delete from auth.users where id = $1", [rules.ids.owner]);
      for (const table of ["follows", "visits", "letters"])
        expect(await left(table), table).toBe(0);
    }));
});

describe("a club of a showcase", () => {
  const SHOW = "select save_showcase(true, false, null, array[$1]::uuid[])";

  it("is a team that its member follows", () =>
    rules.scenario(async ({ as }) => {
      await as("owner", SHOW, [fixture.team]);
      const { rows } = await as("owner", "select target_type, target_id from follows");
      expect(rows).toEqual([{ target_type: "team", target_id: fixture.team }]);
      // Already followed.
      await as("owner", SHOW, [fixture.team]);
      expect((await as("owner", "select from follows")).rowCount).toBe(1);
    }));

  it("leaves the page when its member doesn't follow it any more; others' stay", () =>
    rules.scenario(async ({ as, system }) => {
      await as("owner", SHOW, [fixture.team]);
      await as("stranger", SHOW, [fixture.team]);
      await as("owner", "delete from follows");
      expect(
        (await system("select teams from showcases order by cardinality(teams)")).rows,
      ).toEqual([{ teams: [] }, { teams: [fixture.team] }]);
    }));
});
