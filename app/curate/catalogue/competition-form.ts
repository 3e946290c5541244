import { z } from "zod";

import { slug } from "../../shared/domain/slug.ts";
import { says } from "../../shared/domain/rules/fields.ts";
import {
  type CatalogueProblem,
  competitionRules,
} from "../../shared/domain/rules/catalogue-rules.ts";

/** The name must yield a slug (`competitions_slug_format`). */
export const competitionForm = z.object({
  ...competitionRules,
  name: competitionRules.name.refine(
    (name) => name === "" || slug(name) !== "",
    says<CatalogueProblem>("nameUnreadable"),
  ),
  is_active: z.boolean(),
});
