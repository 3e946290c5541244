import { z } from "zod";

import type { NewJersey } from "../../data/submissions/submissions.ts";
import { KIT_TYPES } from "../../domain/kit-types.ts";
import { LEAGUES } from "../../domain/leagues.ts";

/** Choices of a list that are not a row of the catalogue. */
export const OTHER = "other";

/** What is typed into the form; everything is text, as in its fields and in the draft. */
export interface JerseyForm {
  league: string;
  competition: string;
  season: string;
  /** A team's id, `OTHER`, or a country's name from the fixed list after `COUNTRY`. */
  team: string;
  teamText: string;
  title: string;
  year: string;
  /** A brand's id or `OTHER`. */
  brand: string;
  brandText: string;
  edition: string;
  kitType: string;
  description: string;
  externalLink: string;
  price: string;
}

export const EMPTY_FORM: JerseyForm = {
  league: "",
  competition: "",
  season: "",
  team: "",
  teamText: "",
  title: "",
  year: "",
  brand: "",
  brandText: "",
  edition: "",
  kitType: "",
  description: "",
  externalLink: "",
  price: "",
};

/** Marks a country of the fixed list, which has no row in the catalogue. */
export const COUNTRY = "country:";

/** A message under `problems` in the namespace `submit`. */
export type Problem =
  | "league"
  | "competition"
  | "season"
  | "team"
  | "teamLong"
  | "title"
  | "titleLong"
  | "year"
  | "brandLong"
  | "editionLong"
  | "descriptionLong"
  | "externalLink"
  | "externalLinkLong"
  | "price"
  | "priceCents"
  | "kitType"
  | "tooManyImages";

const says = (message: Problem) => ({ message });

/** At most so many characters, as the database counts them. */
const text = (max: number, problem: Problem) =>
  z.string().refine((value) => [...value.trim()].length <= max, says(problem));

/** The name of the team as typed or picked from the fixed list; empty when a row was chosen. */
export function teamName({ team, teamText }: Pick<JerseyForm, "team" | "teamText">): string {
  if (team.startsWith(COUNTRY)) return team.slice(COUNTRY.length);
  return team === "" || team === OTHER ? teamText.trim() : "";
}

/** Whether the choice is a team of the catalogue. */
export function isTeamRow(team: string): boolean {
  return team !== "" && team !== OTHER && !team.startsWith(COUNTRY);
}

/** Optional, otherwise a whole number from 1850 to 2100. */
const year = z
  .string()
  .refine((value) => value === "" || /^(18[5-9]\d|19\d\d|20\d\d|2100)$/.test(value.trim()), {
    ...says("year"),
  });

/** Optional, otherwise an amount in euros; the comma is how most of its writers type it. */
const price = z
  .string()
  .refine((value) => value === "" || euros(value) !== undefined, says("price"))
  .refine((value) => !/[.,]\d{3,}$/.test(value.trim()), says("priceCents"));

function euros(value: string): number | undefined {
  const plain = value.trim().replace(",", ".");
  if (!/^\d+(\.\d+)?$/.test(plain)) return undefined;
  const amount = Number(plain);
  return amount <= 1_000_000 ? amount : undefined;
}

function isWebAddress(value: string): boolean {
  return value === "" || (/^https?:\/\/[^\s]+$/i.test(value) && URL.canParse(value));
}

/** The limits of docs/product.md 10.3; the database has the same ones as constraints. */
export const jerseyForm = z
  .object({
    league: z.string().pipe(z.enum(LEAGUES, says("league"))),
    competition: z.string().min(1, says("competition")),
    season: z.string().min(1, says("season")),
    team: z.string(),
    teamText: text(120, "teamLong"),
    title: text(160, "titleLong").refine((value) => value.trim().length > 2, says("title")),
    year,
    brand: z.string(),
    brandText: text(80, "brandLong"),
    edition: text(120, "editionLong"),
    kitType: z.string().pipe(z.enum(["", ...KIT_TYPES], says("kitType"))),
    description: text(5000, "descriptionLong"),
    externalLink: text(2048, "externalLinkLong").refine(
      (value) => isWebAddress(value.trim()),
      says("externalLink"),
    ),
    price,
  })
  .refine((form) => isTeamRow(form.team) || teamName(form).length > 1, {
    ...says("team"),
    path: ["team"],
    when: () => true, // even while other fields are wrong
  });

/** A form that kept them. */
export type ValidForm = z.output<typeof jerseyForm>;

/** Whether Submit is enabled (docs/product.md 10.2); pressing it checks the other rules. */
export function canSubmit(form: JerseyForm): boolean {
  return (
    form.league !== "" &&
    form.competition !== "" &&
    form.season !== "" &&
    (isTeamRow(form.team) || teamName(form).length > 1) &&
    form.title.trim().length > 2
  );
}

/** The row that a valid form stands for. */
export function toJersey(form: ValidForm, authorId: string): NewJersey {
  const orNull = (value: string) => value.trim() || null;
  const brandRow = form.brand !== "" && form.brand !== OTHER;
  return {
    author_id: authorId,
    league: form.league,
    competition_id: form.competition,
    season_id: form.season,
    team_id: isTeamRow(form.team) ? form.team : null,
    team: teamName(form),
    title: form.title.trim(),
    year: form.year === "" ? null : Number(form.year),
    brand_id: brandRow ? form.brand : null,
    brand: form.brand === OTHER ? orNull(form.brandText) : null,
    edition: orNull(form.edition),
    kit_type: form.kitType || null,
    description: orNull(form.description),
    external_link: orNull(form.externalLink),
    price: form.price === "" ? null : (euros(form.price) ?? null),
  };
}

/** The database's constraints, each with the field and the message that says the same. */
export const CONSTRAINTS: Record<string, [keyof JerseyForm | "images", Problem]> = {
  jerseys_league_known: ["league", "league"],
  jerseys_competition_id_fkey: ["competition", "competition"],
  jerseys_season_id_fkey: ["season", "season"],
  jerseys_team_id_fkey: ["team", "team"],
  jerseys_team_length: ["team", "team"],
  jerseys_title_length: ["title", "title"],
  jerseys_year_range: ["year", "year"],
  jerseys_brand_id_fkey: ["brand", "brandLong"],
  jerseys_brand_length: ["brandText", "brandLong"],
  jerseys_edition_length: ["edition", "editionLong"],
  jerseys_kit_type_known: ["kitType", "kitType"],
  jerseys_description_length: ["description", "descriptionLong"],
  jerseys_external_link_format: ["externalLink", "externalLink"],
  jerseys_external_link_length: ["externalLink", "externalLinkLong"],
  jerseys_price_range: ["price", "price"],
  jerseys_price_cents: ["price", "priceCents"],
  jersey_images_five_per_jersey: ["images", "tooManyImages"],
};
