import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createRules, type Rules } from "../support/rules.ts";
import { createFixture, type Fixture } from "../support/fixture.ts";

let rules: Rules;
let fixture: Fixture;

beforeAll(async () => {
  rules = await createRules();
  fixture = await createFixture(rules);
});
afterAll(() => rules.close());

/** Sets one column of one row; returns the violated constraint, if any. */
function set(table: string, id: string, column: string, value: unknown): Promise<string> {
  return rules.scenario(async ({ system }) => {
    try {
      await system(`update ${table} set ${column} = $2 where id = $1`, [id, value]);
      return "fine";
    } catch (error) {
      return (error as { constraint?: string }).constraint ?? String(error);
    }
  });
}

const long = (length: number) => "x".repeat(length);

describe("jerseys", () => {
  it.each<[column: string, value: unknown, constraint: string]>([
    ["title", "ab", "jerseys_title_length"],
    ["title", " \u00a0ab\t", "jerseys_title_length"],
    ["title", "abc", "fine"],
    ["title", "鹿島ア", "fine"],
    ["title", long(160), "fine"],
    ["title", long(161), "jerseys_title_length"],
    ["year", 1849, "jerseys_year_range"],
    ["year", 1850, "fine"],
    ["year", 2100, "fine"],
    ["year", 2101, "jerseys_year_range"],
    ["year", null, "fine"],
    ["price", -0.01, "jerseys_price_range"],
    ["price", 0, "fine"],
    ["price", 19.99, "fine"],
    ["price", "19.990", "fine"],
    ["price", 19.999, "jerseys_price_cents"],
    ["price", 1_000_000.01, "jerseys_price_range"],
    ["price", "NaN", "jerseys_price_range"],
    ["league", "MLB", "jerseys_league_known"],
    ["league", "nba", "jerseys_league_known"],
    ["league", "NBA", "jerseys_competition_id_fkey"],
    ["kit_type", "fifth", "jerseys_kit_type_known"],
    ["kit_type", "fourth", "fine"],
    ["kit_type", "training", "fine"],
    ["kit_type", null, "fine"],
    ["status", "draft", "jerseys_status_known"],
    ["brand", long(81), "jerseys_brand_length"],
    ["edition", long(121), "jerseys_edition_length"],
    ["description", long(5000), "fine"],
    ["description", long(5001), "jerseys_description_length"],
    ["external_link", "https://example.test/a?b=c", "fine"],
    ["external_link", "  ", "fine"],
    ["external_link", "javascript:alert(1)", "jerseys_external_link_format"],
    ["external_link", "example.test", "jerseys_external_link_format"],
    ["external_link", "https://a b", "jerseys_external_link_format"],
    ["external_link", `https://${long(2048)}`, "jerseys_external_link_length"],
    ["moderation_note", "x", "jerseys_moderation_note_private"],
  ])("%s = %j: %s", async (column, value, constraint) => {
    expect(await set("jerseys", fixture.approved, column, value)).toBe(constraint);
  });

  it.each([
    ["", "jerseys_team_length"],
    ["x", "jerseys_team_length"],
    [" x ", "jerseys_team_length"],
    ["OL", "fine"],
    [long(121), "jerseys_team_length"],
  ])("team = %j without a chosen team: %s", async (team, constraint) => {
    await rules.system("update jerseys set team_id = null, team = 'ASSE' where id = $1", [
      fixture.pending,
    ]);
    expect(await set("jerseys", fixture.pending, "team", team)).toBe(constraint);
  });
});

describe("other tables", () => {
  it.each<[table: string, id: () => string, column: string, value: unknown, constraint: string]>([
    ["competitions", () => fixture.competition, "league", "MLB", "competitions_league_known"],
    ["competitions", () => fixture.competition, "sport", "soccer", "fine"],
    ["competitions", () => fixture.competition, "sport", "tennis", "competitions_sport_known"],
    ["competitions", () => fixture.competition, "name", "x", "competitions_name_length"],
    ["competitions", () => fixture.competition, "slug", "Ligue 1", "competitions_slug_format"],
    ["competitions", () => fixture.competition, "slug", "division-1", "competitions_slug_key"],
    ["competitions", () => fixture.competition, "country", long(81), "competitions_country_length"],
    ["teams", () => fixture.team, "name", "x", "teams_name_length"],
    ["teams", () => fixture.team, "slug", "é", "teams_slug_format"],
    ["teams", () => fixture.team, "slug", "matra-racing", "teams_slug_key"],
    ["teams", () => fixture.team, "founded_year", 1799, "teams_founded_year_range"],
    ["teams", () => fixture.team, "short_name", long(61), "teams_short_name_length"],
    ["teams", () => fixture.team, "city", long(81), "teams_city_length"],
    ["teams", () => fixture.team, "country", long(81), "teams_country_length"],
    ["seasons", () => fixture.season, "code", "24-25", "seasons_code_format"],
    ["seasons", () => fixture.season, "code", "1995-96", "seasons_code_key"],
    ["seasons", () => fixture.season, "name", "x", "seasons_name_length"],
    ["brands", () => fixture.brand, "name", "", "brands_name_length"],
    ["profiles", () => rules.ids.owner, "username", "ab", "profiles_username_format"],
    ["profiles", () => rules.ids.owner, "username", "é_bc", "profiles_username_format"],
    ["profiles", () => rules.ids.owner, "username", long(31), "profiles_username_format"],
    ["profiles", () => rules.ids.owner, "username", "STRANGER", "profiles_username_key"],
    ["profiles", () => rules.ids.owner, "display_name", long(61), "profiles_display_name_length"],
    [
      "jersey_images",
      () => fixture.image,
      "url",
      "javascript:alert(1)",
      "jersey_images_url_format",
    ],
    ["jersey_images", () => fixture.image, "url", "/storage/../x", "jersey_images_url_format"],
    ["jersey_images", () => fixture.image, "alt", long(301), "jersey_images_alt_length"],
    ["jersey_images", () => fixture.image, "position", -1, "jersey_images_position_range"],
    ["comments", () => fixture.comment, "body", long(2001), "comments_body_length"],
  ])("%s %#: %s", async (table, id, column, value, constraint) => {
    expect(await set(table, id(), column, value)).toBe(constraint);
  });
});
