import type { CatalogueProblem } from "../domain/rules/catalogue-rules.ts";
import type { CopyProblem } from "../domain/rules/copy-problem.ts";
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
  /** Messages of the namespace `copies`, like those of the table below. */
  copies: Constraints<CopyProblem>;
  user_wishlists: Constraints<CopyProblem>;
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
  copies: {
    copies_size_scale_known: ["size_scale", "choice"],
    copies_size_length: ["size", "sizeLong"],
    copies_version_known: ["version", "choice"],
    copies_condition_known: ["condition", "choice"],
    copies_printed_name_length: ["printed_name", "printedNameLong"],
    copies_printed_number_format: ["printed_number", "printedNumber"],
    copies_signed_by_length: ["signed_by", "signedByLong"],
    copies_certificate_length: ["certificate", "certificateLong"],
    copies_certificate_signed: ["certificate", "certificateUnsigned"],
    copies_price_range: ["price", "price"],
    copies_price_cents: ["price", "priceCents"],
    copies_price_currency: ["currency", "currency"],
    copies_currency_known: ["currency", "currency"],
    copies_bought_on_format: ["bought_on", "date"],
    copies_bought_on_past: ["bought_on", "dateFuture"],
    copies_bought_from_length: ["bought_from", "boughtFromLong"],
    copies_lent_to_length: ["lent_to", "lentToLong"],
    copies_lent_since_format: ["lent_since", "date"],
    copies_lent_since_past: ["lent_since", "dateFuture"],
    copies_lent_since_lent: ["lent_to", "lentTo"],
    copies_storage_place_length: ["storage_place", "storagePlaceLong"],
    copies_notes_length: ["notes", "notesLong"],
    copies_per_owner: ["jersey_id", "perOwner"],
  },
  user_wishlists: {
    user_wishlists_size_scale_known: ["size_scale", "choice"],
    user_wishlists_size_length: ["size", "sizeLong"],
    user_wishlists_highest_price_range: ["highest_price", "price"],
    user_wishlists_highest_price_cents: ["highest_price", "priceCents"],
    user_wishlists_price_currency: ["currency", "currency"],
    user_wishlists_currency_known: ["currency", "currency"],
    user_wishlists_note_length: ["note", "noteLong"],
  },
};

/** The column and the message of a violated constraint. */
export function brokenRule(
  table: "jerseys",
  constraint: string | undefined,
): Rule<JerseyProblem> | undefined;
export function brokenRule(
  table: "copies" | "user_wishlists",
  constraint: string | undefined,
): Rule<CopyProblem> | undefined;
export function brokenRule(
  table: Exclude<keyof Tables, "jerseys" | "copies" | "user_wishlists">,
  constraint: string | undefined,
): Rule<CatalogueProblem> | undefined;
export function brokenRule(table: keyof Tables, constraint = "") {
  return CONSTRAINTS[table][constraint];
}
