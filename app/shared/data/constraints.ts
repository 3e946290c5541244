import type { CatalogueProblem } from "../domain/rules/catalogue-rules.ts";
import type { JerseyProblem } from "../domain/rules/jersey-rules.ts";

/** A column, and the key of the message under `problems` that a form shows beside it. */
type Rule<Problem> = readonly [column: string, problem: Problem];

/** Rules by constraint name. */
type Constraints<Problem> = Record<string, Rule<Problem>>;

interface Tables {
  /** Messages of the namespace `submit`. */
  jerseys: Constraints<JerseyProblem>;
  /** Messages of the namespace `adminCatalogue`, like those of the tables below. */
  teams: Constraints<CatalogueProblem>;
  competitions: Constraints<CatalogueProblem>;
  seasons: Constraints<CatalogueProblem>;
  brands: Constraints<CatalogueProblem>;
}

/** The database's constraints that a form may violate. */
export const CONSTRAINTS: Tables = {
  jerseys: {
    jerseys_league_known: ["league", "league"],
    jerseys_competition_id_fkey: ["competition_id", "competition"],
    jerseys_season_id_fkey: ["season_id", "season"],
    jerseys_team_id_fkey: ["team_id", "team"],
    jerseys_team_length: ["team", "team"],
    jerseys_title_length: ["title", "title"],
    jerseys_year_range: ["year", "year"],
    jerseys_brand_id_fkey: ["brand_id", "brandLong"],
    jerseys_brand_length: ["brand", "brandLong"],
    jerseys_edition_length: ["edition", "editionLong"],
    jerseys_kit_type_known: ["kit_type", "kitType"],
    jerseys_colors_known: ["colors", "colors"],
    jerseys_colors_named: ["colors", "colors"],
    jerseys_description_length: ["description", "descriptionLong"],
    jerseys_external_link_format: ["external_link", "externalLink"],
    jerseys_external_link_length: ["external_link", "externalLinkLong"],
    jerseys_team_visible: ["team", "hidden"],
    jerseys_title_visible: ["title", "hidden"],
    jerseys_brand_visible: ["brand", "hidden"],
    jerseys_edition_visible: ["edition", "hidden"],
    jerseys_external_link_visible: ["external_link", "externalLink"],
    jerseys_price_range: ["price", "price"],
    jerseys_price_cents: ["price", "priceCents"],
  },
  teams: {
    teams_name_length: ["name", "nameLength"],
    teams_name_visible: ["name", "hidden"],
    teams_slug_key: ["name", "nameTaken"],
    teams_short_name_length: ["short_name", "shortNameLong"],
    teams_short_name_visible: ["short_name", "hidden"],
    teams_city_length: ["city", "cityLong"],
    teams_city_visible: ["city", "hidden"],
    teams_country_length: ["country", "cityLong"],
    teams_country_visible: ["country", "hidden"],
    teams_founded_year_range: ["founded_year", "foundedYear"],
    teams_competition_id_fkey: ["competition_id", "competitionGone"],
  },
  competitions: {
    competitions_name_length: ["name", "nameLength"],
    competitions_name_visible: ["name", "hidden"],
    competitions_slug_key: ["name", "nameTaken"],
    competitions_slug_format: ["name", "nameUnreadable"],
    competitions_country_length: ["country", "cityLong"],
    competitions_country_visible: ["country", "hidden"],
    competitions_league_known: ["league", "competitionRequired"],
    competitions_sport_known: ["sport", "competitionSport"],
  },
  seasons: {
    seasons_code_key: ["code", "codeTaken"],
    seasons_code_format: ["code", "code"],
    seasons_name_length: ["name", "seasonName"],
    seasons_name_visible: ["name", "hidden"],
  },
  brands: {
    brands_name_key: ["name", "nameTaken"],
    brands_name_length: ["name", "nameLength"],
    brands_name_visible: ["name", "hidden"],
  },
};

/** The column and the message of a violated constraint. */
export function brokenRule(
  table: "jerseys",
  constraint: string | undefined,
): Rule<JerseyProblem> | undefined;
export function brokenRule(
  table: Exclude<keyof Tables, "jerseys">,
  constraint: string | undefined,
): Rule<CatalogueProblem> | undefined;
export function brokenRule(table: keyof Tables, constraint = "") {
  return CONSTRAINTS[table][constraint];
}
