import { z } from "zod";

import { chosen, league, optionalLine, requiredLine, says, wholeNumber } from "./fields.ts";
import { lengthOf } from "./text.ts";
import { folded, words } from "../words.ts";

/** A message under `problems` in the namespace `adminCatalogue`. */
export type CatalogueProblem =
  | "teamRequired"
  | "competitionRequired"
  | "competitionSport"
  | "brandRequired"
  | "nameLength"
  | "nameTaken"
  | "nameUnreadable"
  | "shortNameLong"
  | "cityLong"
  | "foundedYear"
  | "competitionGone"
  | "aliasRequired"
  | "aliasLength"
  | "aliasWords"
  | "aliasTwice"
  | "hidden";

const name = (
  missing: CatalogueProblem,
  min = 2,
  max = 120,
  length: CatalogueProblem = "nameLength",
) => requiredLine(min, max, { missing, short: length, long: length });

const text = (max: number, problem: CatalogueProblem) => optionalLine(max, problem);

const country = text(80, "cityLong");

export const brandRules = { name: name("brandRequired", 1, 80) };

export const competitionRules = {
  name: name("competitionRequired"),
  league: league("competitionRequired" satisfies CatalogueProblem),
  sport: league("competitionSport" satisfies CatalogueProblem),
  country,
};

export const teamRules = {
  name: name("teamRequired"),
  short_name: text(60, "shortNameLong"),
  city: text(80, "cityLong"),
  country,
  competition_id: chosen("teamRequired" satisfies CatalogueProblem),
  founded_year: wholeNumber(null, 1800, 2100, "foundedYear" satisfies CatalogueProblem),
  // Only colour fields set them, so no message is needed (`teams_colors_format`).
  colors: z.array(z.string().regex(/^#[0-9a-f]{6}$/)).max(3),
};

/** Another name of a team (`team_aliases`). */
export const aliasRule = requiredLine(2, 60, {
  missing: "aliasRequired",
  short: "aliasLength",
  long: "aliasLength",
} satisfies Record<string, CatalogueProblem>).refine(
  (alias) => lengthOf(alias) < 2 || words(alias).length > 0,
  says<CatalogueProblem>("aliasWords"),
);

/** The other names of a team, of which no two have the same words (`team_aliases_key`). */
export const aliasRules = z
  .array(
    z.object({
      alias: aliasRule,
      // Only a menu sets it, so no message is needed (`team_aliases_language_known`).
      language: z.enum(["", "fr", "en", "es", "pt"]).transform((language) => language || null),
    }),
  )
  .superRefine((aliases, context) => {
    const seen = new Set<string>();
    for (const [place, { alias }] of aliases.entries()) {
      const key = folded(alias);
      if (seen.has(key)) {
        const message: CatalogueProblem = "aliasTwice";
        context.addIssue({ code: "custom", path: [place, "alias"], message });
      }
      seen.add(key);
    }
  });
