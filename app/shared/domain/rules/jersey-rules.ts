import { z } from "zod";

import { colorsOf, colorsText } from "../colors.ts";
import { type Fact, fieldOf } from "../facts/fact.ts";
import { JERSEY_FACTS, type JerseyFact, type StoredFact } from "../facts/jersey.ts";
import { areCodes, codesOf } from "../product-codes.ts";
import { isSignOf, readAmount } from "./amount.ts";
import { chosen, optionalLine, optionalText, requiredLine, says, wholeNumber } from "./fields.ts";
import { isVisible, lengthOf, SPACES, tidy } from "./text.ts";

/** A message under `problems` in the namespace `submit`. */
export type JerseyProblem =
  | "league"
  | "competition"
  | "season"
  | "team"
  | "title"
  | "year"
  | "brand"
  | "external_link"
  | "price"
  | "kit_type"
  | "pattern"
  | "colors"
  | "product_codes"
  | "priceCents"
  /** More characters than the fact has (`max`). */
  | "long"
  | "hidden";

/** `jerseys_external_link_format` */
const WEB_ADDRESS = new RegExp(`^https?://[^${SPACES}]+$`);

/** More decimals than two. Three are also what groups of thousands look like. */
const TOO_PRECISE = /\.(\d{3}|\d{2}\d*[1-9])$/;

/** A typed amount, up to a million, with the sign of its currency if one is typed. */
export const typedPrice = z
  .string()
  .transform(tidy)
  .transform((text) => (text === "" ? { digits: "", sign: "" } : readAmount(text)))
  .refine((typed) => typed && Number(typed.digits) <= 1_000_000, says("price"))
  .refine((typed) => !TOO_PRECISE.test(typed?.digits ?? ""), says("priceCents"))
  .transform((typed) => ({
    amount: typed?.digits ? Number(typed.digits) : null,
    sign: typed?.sign ?? "",
  }));

/** In euros. */
const price = typedPrice
  .refine(({ sign }) => isSignOf(sign, "EUR"), says<JerseyProblem>("price"))
  .transform(({ amount }) => amount);

const LONG = "long" satisfies JerseyProblem;

/** The rule of a fact, by its kind. What is wrong is said by the message of the fact's name, or of its length. */
function ruleOf({ name, kind, ...fact }: Fact): z.ZodType<unknown, string> {
  const wrong = fieldOf(name);
  const { min = 0, max = 0, choices = [], isRequired = false, row } = fact;
  switch (kind) {
    case "line":
      // Beside a row its name may be empty.
      return isRequired && !row
        ? requiredLine(min, max, { missing: wrong, short: wrong, long: LONG })
        : optionalLine(max, LONG);
    case "text":
      return optionalText(max, LONG);
    case "link":
      return optionalText(max, LONG).refine(
        (link) => link === null || (WEB_ADDRESS.test(link) && isVisible(link)),
        says(wrong),
      );
    case "year":
      return wholeNumber(null, 1850, 2100, wrong);
    case "price":
      return price;
    case "choice":
      return z
        .string()
        .pipe(z.enum(isRequired ? [...choices] : ["", ...choices], says(wrong)))
        .transform((value) => value || null);
    case "colors":
      // As `colorsText()` writes them. None: the database chooses those of the shirt drawing.
      return z
        .string()
        .refine((text) => colorsText(colorsOf(text)) === text, says(wrong))
        .transform(colorsOf);
    case "codes":
      return z.string().transform(codesOf).refine(areCodes, says(wrong));
    case "row":
      return isRequired ? chosen(wrong) : z.string().transform((id) => id || null);
  }
}

/** What a form makes of a fact: as it is stored, but that a name beside a row may be empty. */
type ValidFact<F> = F extends { row: string } ? string | null : StoredFact<F>;

/** The rules of every field of a jersey, for forms that submit and forms that edit (docs/product/contribute.md 10.3). */
export const jerseyRules = Object.fromEntries(
  JERSEY_FACTS.map((fact) => [fact.name, ruleOf(fact)]),
) as { [F in JerseyFact as F["name"]]: z.ZodType<ValidFact<F>, string> };

/**
 * Whether a text is valid as the name of a team that the catalogue lacks (`jerseys_team_length`).
 */
export const isTeamName = (name: string) => lengthOf(name) >= 2;

/** Whether a text has a valid length for a title (`jerseys_title_length`). */
export const isTitle = (title: string) => lengthOf(title) >= 3;
