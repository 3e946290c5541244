import { z } from "zod";

import { REASONS, type Verdicts } from "../../../shared/domain/suggestion.ts";

/** What was decided, by column or photo (`suggestions.verdicts`). */
export const verdictsOf: z.ZodType<Verdicts> = z.record(
  z.string(),
  z.object({
    accepted: z.boolean(),
    // The database lets other programs store what it doesn't read itself.
    reason: z
      .enum([...REASONS, "gone"])
      .optional()
      .catch(undefined),
    note: z.string().optional().catch(undefined),
    suggested: z.json().optional(),
    overwrite: z.boolean().optional().catch(undefined),
  }),
);
