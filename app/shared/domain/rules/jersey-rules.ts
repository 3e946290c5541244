import { z } from "zod";

import { colorsOf, colorsText } from "../colors.ts";
import { KIT_TYPES } from "../kit-types.ts";
import { isSignOf, readAmount } from "./amount.ts";
import {
  chosen,
  league,
  optionalLine,
  optionalText,
  requiredLine,
  says,
  wholeNumber,
} from "./fields.ts";
import { isVisible, lengthOf, SPACES, tidy } from "./text.ts";

/** A message under `problems` in the namespace `submit`. */
export type JerseyProblem =
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
  | "colors"
  | "hidden";

const line = (max: number, problem: JerseyProblem) => optionalLine(max, problem);

/** `jerseys_external_link_format` */
const WEB_ADDRESS = new RegExp(`^https?://[^${SPACES}]+$`);

/** More decimals than two. Three are also what groups of thousands look like. */
const TOO_PRECISE = /\.(\d{3}|\d{2}\d*[1-9])$/;

/** A typed amount, up to a million, with the sign of its currency if one is typed. */
export const typedPrice = z
  .string()
  .transform(tidy)
  .transform((text) => (text === "" ? { digits: "", sign: "" } : readAmount(text)))
  .refine((typed) => typed && Number(typed.digits) <= 1_000_000, says<JerseyProblem>("price"))
  .refine((typed) => !TOO_PRECISE.test(typed?.digits ?? ""), says<JerseyProblem>("priceCents"))
  .transform((typed) => ({
    amount: typed?.digits ? Number(typed.digits) : null,
    sign: typed?.sign ?? "",
  }));

/** In euros. */
const price = typedPrice
  .refine(({ sign }) => isSignOf(sign, "EUR"), says<JerseyProblem>("price"))
  .transform(({ amount }) => amount);

/** The rules of every field of a jersey, for forms that submit and forms that edit (docs/product/contribute.md 10.3). */
export const jerseyRules = {
  league: league("league" satisfies JerseyProblem),
  competition: chosen("competition" satisfies JerseyProblem),
  season: chosen("season" satisfies JerseyProblem),
  team: line(120, "teamLong"),
  title: requiredLine(3, 160, {
    missing: "title" satisfies JerseyProblem,
    short: "title" satisfies JerseyProblem,
    long: "titleLong" satisfies JerseyProblem,
  }),
  year: wholeNumber(null, 1850, 2100, "year" satisfies JerseyProblem),
  brand: line(80, "brandLong"),
  edition: line(120, "editionLong"),
  kitType: z
    .string()
    .pipe(z.enum(["", ...KIT_TYPES], says<JerseyProblem>("kitType")))
    .transform((kitType) => kitType || null),
  /** As `colorsText()` writes them. None: the database chooses those of the shirt drawing. */
  colors: z
    .string()
    .refine((text) => colorsText(colorsOf(text)) === text, says<JerseyProblem>("colors"))
    .transform(colorsOf),
  description: optionalText(5000, "descriptionLong" satisfies JerseyProblem),
  externalLink: optionalText(2048, "externalLinkLong" satisfies JerseyProblem).refine(
    (link) => link === null || (WEB_ADDRESS.test(link) && isVisible(link)),
    says<JerseyProblem>("externalLink"),
  ),
  price,
};

/**
 * Whether a text is valid as the name of a team that the catalogue lacks (`jerseys_team_length`).
 */
export const isTeamName = (name: string) => lengthOf(name) >= 2;

/** Whether a text has a valid length for a title (`jerseys_title_length`). */
export const isTitle = (title: string) => lengthOf(title) >= 3;
