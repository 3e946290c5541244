import { z } from "zod";

import { rowWith } from "../../../shared/data/parse-answer.ts";
import { isPlain } from "../../../shared/domain/import/plain.ts";
import { KIT_TYPES } from "../../../shared/domain/kit-types.ts";
import { LEAGUES } from "../../../shared/domain/leagues.ts";
import { DETAILS } from "../copies/columns.ts";
import type { Candidate, KnownCopy, Match, NamedJersey } from "../../domain/exchange/dry-run.ts";
import type { MarkMatch } from "../../domain/exchange/marks.ts";

const knownCopy = rowWith<Omit<KnownCopy, "jersey">>(`${DETAILS}, id, updated_at, removed_at`).and(
  z.object({ jersey: z.custom<Partial<NamedJersey>>(isPlain).nullable() }),
);

const candidate = z.object({
  id: z.string(),
  title: z.string(),
  team: z.string(),
  season: z.string().nullable(),
  year: z.number().nullable(),
  kit_type: z.enum(KIT_TYPES).nullable(),
  sure: z.boolean(),
  fits: z.boolean().optional(),
  owned: z.number().optional(),
  copy: knownCopy.nullish(),
}) satisfies z.ZodType<Candidate>;

const OF_TEAM = {
  league: z.enum(LEAGUES).nullish(),
  teams: z.partialRecord(z.enum(LEAGUES), z.string()).nullish(),
};

/** What `match_copies()` answers to lines of copies. */
export const matches: z.ZodType<Match[]> = z.array(
  z.object({
    known: knownCopy.nullable(),
    kept: z
      .object({ owned: z.number(), copy: knownCopy.nullable(), is_other: z.boolean().optional() })
      .nullish(),
    candidates: z.array(candidate),
    ...OF_TEAM,
  }),
);

/** What it answers to wishes and votes. */
export const markMatches: z.ZodType<MarkMatch[]> = z.array(
  z.object({
    candidates: z.array(candidate.extend({ mine: z.enum(["wish", "up", "down"]).nullable() })),
    ...OF_TEAM,
  }),
);

/** What `import_copies()` answers: keys of lines that brought nothing, and copies by the keys of theirs. */
export const imported = z.object({
  gone: z.array(z.string()),
  done: z.record(z.string(), z.string()),
});

/** What `undo_import()` answers. */
export const undone = z.object({
  removed: z.number(),
  restored: z.number(),
  wishes: z.number(),
  votes: z.number(),
  photos: z.number(),
  /** Copies that were changed since and stay. */
  kept: z.array(z.object({ id: z.string(), title: z.string().nullable() })),
});

/** What `undo_import_effects()` answers. */
export const undoEffects = z.object({ listed: z.number(), shown: z.number() });
