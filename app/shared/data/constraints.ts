import type { CatalogueProblem } from "../domain/rules/catalogue-rules.ts";
import { fieldOf } from "../domain/facts/fact.ts";
import { JERSEY_FACTS } from "../domain/facts/jersey.ts";
import type { JerseyProblem } from "../domain/rules/jersey-rules.ts";

/** A column, and the key of the message under `problems` that a form shows beside it. */
type Rule<Problem> = readonly [column: string, problem: Problem];

/** Rules by constraint name. */
type Constraints<Problem> = Record<string, Rule<Problem>>;

interface Tables {
  /** Messages of the namespace `adminCatalogue`, like those of the tables below. */
  teams: Constraints<CatalogueProblem>;
  competitions: Constraints<CatalogueProblem>;
  brands: Constraints<CatalogueProblem>;
}

/** The database's constraints that a form may violate. */
export const CONSTRAINTS: Tables = {
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
  table: keyof Tables,
  constraint: string | undefined,
): Rule<CatalogueProblem> | undefined;
export function brokenRule(table: keyof Tables | "jerseys", constraint = "") {
  return table === "jerseys" ? brokenFact(constraint) : CONSTRAINTS[table][constraint];
}

/** The fact of a jersey whose constraint it is, by its name: `jerseys_<column>_<rule>`. */
function brokenFact(constraint: string): Rule<JerseyProblem> | undefined {
  const { column = "", rule = "" } =
    /^jerseys_(?<column>\w+)_(?<rule>[a-z]+)$/.exec(constraint)?.groups ?? {};
  const fact = JERSEY_FACTS.find(({ name }) => name === column);
  if (!fact) return undefined;
  const wrong = fieldOf(column) as JerseyProblem;
  if (rule === "visible" && fact.kind === "line") return [column, "hidden"];
  if (rule === "cents") return [column, "priceCents"];
  // Of a required text, the form says what it lacks.
  if (rule === "length") return [column, "isRequired" in fact ? wrong : "long"];
  return [column, wrong];
}
