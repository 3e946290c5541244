import { beforeAll, expect, it } from "vitest";

import type { Scenario } from "../support/rules.ts";
import { setUpRules } from "../support/fixture.ts";

const { rules, fixture } = setUpRules(["reviewer", "member"]);
let jerseys: string[];

beforeAll(async () => {
  const { rows } = await rules.system(
    `insert into jerseys (title, author_id, league, competition_id, season_id, team_id, brand_id, kit_type, year, status)
     select 'Maillot ' || n, $1, 'SOCCER', $2, $3, $4, $5, case n when 4 then 'training' else 'home' end, 2000 + n, 'approved'
     from generate_series(1, 4) n returning id`,
    [rules.ids.owner, fixture.competition, fixture.season, fixture.team, fixture.brand],
  );
  jerseys = rows.map(({ id }) => id);
});

const own = ({ as }: Scenario, ids: readonly string[]) =>
  as("member", "insert into copies (jersey_id) select unnest($1::uuid[])", [ids]);

it("tells a member's own names, roles and figures, and nobody else's", () =>
  rules.scenario(async (scenario) => {
    const { as } = scenario;
    await own(scenario, jerseys.slice(0, 3));
    await as("member", "update copies set removed_at = now() where jersey_id = $1", [jerseys[0]]);
    await as("member", "insert into user_wishlists (user_id, jersey_id) values ($1, $2)", [
      rules.ids.member,
      jerseys[3],
    ]);
    const state = async (persona: "member" | "stranger" | "reviewer" | "admin") =>
      (await as(persona, "select * from member_state()")).rows;
    expect(await state("member")).toMatchObject([
      { copies: 2, removed: 1, wishes: 1, waiting: 0, is_reviewer: false, is_admin: false },
    ]);
    expect(await state("stranger")).toMatchObject([{ copies: 0, removed: 0, wishes: 0 }]);
    expect(await state("reviewer")).toMatchObject([{ is_reviewer: true, is_admin: false }]);
    expect(await state("admin")).toMatchObject([{ is_reviewer: true, is_admin: true }]);
    await expect(as("visitor", "select * from member_state()")).rejects.toThrow(
      "permission denied",
    );
  }));

it("finds the sets that are nearest to complete, without what a set can do without", () =>
  rules.scenario(async (scenario) => {
    const { as, system } = scenario;
    const others = await system(
      `select id from jerseys where team_id = $1 and status = 'approved' and is_active
         and coalesce(kit_type, 'other') <> all ('{fourth,goalkeeper,prematch,training,anniversary}')`,
      [fixture.team],
    );
    const set = others.rows.map(({ id }) => id as string);
    const sets = async (persona: "member" | "stranger") =>
      (await as(persona, "select * from nearest_sets()")).rows;
    expect(await sets("member")).toEqual([]);
    await own(scenario, [jerseys[0]!, jerseys[3]!]);
    const [nearest] = await sets("member");
    expect(nearest).toMatchObject({ team_id: fixture.team, held: 1, total: set.length });
    expect(nearest.missing).toEqual(expect.arrayContaining([jerseys[2], jerseys[1]]));
    expect(nearest.missing).not.toContain(jerseys[0]);
    expect(nearest.missing).not.toContain(jerseys[3]);
    expect(await sets("stranger")).toEqual([]);
    // A complete one isn't near any more.
    await own(scenario, set);
    expect(await sets("member")).toEqual([]);
    await expect(as("visitor", "select * from nearest_sets()")).rejects.toThrow(
      "permission denied",
    );
  }));
