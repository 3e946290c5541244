import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { Database } from "../../../app/shared/data/database.types.ts";
import { startTestBackend, type TestBackend } from "../../support/backend.ts";

let site: TestBackend;

beforeAll(async () => {
  site = await startTestBackend();
  await site.backend.pool.query(`
    with member as (
      insert into auth.users (raw_user_meta_data) values ('{"username": "vert"}') returning id),
    competition as (
      insert into competitions (league, name) values ('SOCCER', 'Ligue 1') returning id),
    season as (insert into seasons (code, name) values ('2024-25', '2024-2025') returning id)
    insert into teams (name, competition_id) select 'AS Saint-Étienne', id from competition`);
  await site.backend.pool.query(`
    insert into team_seasons (team_id, season_id) select teams.id, seasons.id from teams, seasons;
    insert into jerseys (author_id, league, competition_id, season_id, team_id, title, status)
    select profiles.id, 'SOCCER', teams.competition_id, seasons.id, teams.id, 'Maillot', 'approved'
    from profiles, teams, seasons;
    insert into jersey_images (jersey_id, url) select id, '/vert.webp' from jerseys;
    insert into comments (jersey_id, author_id, body) select id, author_id, 'Beau' from jerseys;
    insert into jersey_votes (jersey_id, voter_id, vote) select id, author_id, 'up' from jerseys;
    insert into user_collections (jersey_id, user_id) select id, author_id from jerseys`);
});
afterAll(() => site.close());

function visitor() {
  return createClient<Database>(site.url, site.backend.apiKeys.anon, {
    auth: { persistSession: false },
  });
}

describe("a visitor's queries embed without hints", () => {
  it("the related rows of a jersey", async () => {
    const { data } = await visitor()
      .from("jerseys")
      .select(
        `title, score, competitions(name), seasons(code), teams(name, competitions(slug)),
         profiles(username), jersey_images(url), comments(body, profiles(username))`,
      )
      .single()
      .throwOnError();
    expect(data).toEqual({
      title: "Maillot",
      score: 1,
      competitions: { name: "Ligue 1" },
      seasons: { code: "2024-25" },
      teams: { name: "AS Saint-Étienne", competitions: { slug: "ligue-1" } },
      profiles: { username: "vert" },
      jersey_images: [{ url: "/vert.webp" }],
      comments: [{ body: "Beau", profiles: { username: "vert" } }],
    });
  });

  it("the teams of a season", async () => {
    const { data } = await visitor()
      .from("team_seasons")
      .select("teams!inner(name), seasons!inner(code), competitions(name)")
      .eq("seasons.code", "2024-25")
      .throwOnError();
    expect(data).toEqual([
      {
        teams: { name: "AS Saint-Étienne" },
        seasons: { code: "2024-25" },
        competitions: { name: "Ligue 1" },
      },
    ]);
  });
});

it.each(["competitions", "teams", "jerseys"] as const)("%s are counted exactly", async (table) => {
  const { count } = await visitor()
    .from(table)
    .select("*", { count: "exact", head: true })
    .throwOnError();
  expect(count).toBe(1);
});
