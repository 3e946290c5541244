import { afterAll, beforeAll, expect, it } from "vitest";

import { migrationText } from "../support/migrations.ts";
import { createRules, type Rules } from "./support/rules.ts";

let rules: Rules;

beforeAll(async () => {
  rules = await createRules();
});
afterAll(() => rules.close());

it("names the demo jerseys of an installation anew, and no member's", async () => {
  await rules.scenario(async (play) => {
    await play.system(
      `insert into competitions (league, name) values ('NFL', 'NFL');
       insert into seasons (code, name) values ('2010-11', '2010-2011');
       insert into teams (competition_id, name, short_name)
       select id, 'Chicago Bears', 'CHI' from competitions where name = 'NFL';
       insert into auth.users (id, email, raw_app_meta_data)
       values ('00000000-0000-4000-8000-000000000001', 'd@example.invalid', '{"demo": true}'),
         ('00000000-0000-4000-8000-000000000002', 'm@example.invalid', '{}');
       insert into profiles (id, username)
       values ('00000000-0000-4000-8000-000000000001', 'demo'),
         ('00000000-0000-4000-8000-000000000002', 'member')
       on conflict (id) do nothing;
       insert into jerseys (author_id, league, competition_id, season_id, team_id, title, status)
       select account.id, 'NFL', competitions.id, seasons.id, teams.id, given.title, 'approved'
       from (values ('d@example.invalid', 'CHI 2010-11'), ('d@example.invalid', 'CHI, home'),
         ('m@example.invalid', 'CHI 2010-11')) given (email, title)
       join auth.users account using (email), competitions, seasons, teams
       where competitions.name = 'NFL' and teams.name = 'Chicago Bears' and code = '2010-11'`,
    );
    await play.system(migrationText("20261124000420_demo_titles.sql"));
    const { rows } = await play.system(
      `select email, title, edited_at from jerseys join auth.users on users.id = author_id
       where email in ('d@example.invalid', 'm@example.invalid') order by email, title`,
    );
    expect(rows).toEqual([
      { email: "d@example.invalid", title: "CHI, home", edited_at: null },
      { email: "d@example.invalid", title: "Chicago Bears 2010-11", edited_at: null },
      { email: "m@example.invalid", title: "CHI 2010-11", edited_at: null },
    ]);
  });
});

it("moves a team to its city, unless an administrator has written another", async () => {
  await rules.scenario(async (play) => {
    await play.system(
      `insert into competitions (league, name) values ('NFL', 'NFL'), ('NFL', 'Other');
       insert into teams (competition_id, name, slug, city)
       select competitions.id, 'Dallas Cowboys', 'dallas-cowboys', city
       from (values ('NFL', 'Arlington'), ('Other', 'Frisco')) given (name, city)
       join competitions using (name)`,
    );
    await play.system(migrationText("20261124000410_home_cities.sql"));
    const { rows } = await play.system(
      "select city from teams where slug = 'dallas-cowboys' order by city",
    );
    expect(rows).toEqual([{ city: "Dallas" }, { city: "Frisco" }]);
  });
});
