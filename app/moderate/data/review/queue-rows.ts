import { z } from "zod";

import { REPORT_CATEGORIES } from "../../../contribute/data/reports/reports.ts";
import { verdictsOf } from "../../../contribute/data/suggestions/verdicts.ts";
import { rowWith } from "../../../shared/data/parse-answer.ts";
import { LEAGUES } from "../../../shared/domain/leagues.ts";
import { JERSEY_FIELDS, type JerseyFields } from "../../../shared/domain/facts/jersey.ts";
import { LICENCES } from "../../../shared/domain/rules/image-rules.ts";
import { PHOTO_KINDS, TARGET_TYPES } from "../../../shared/domain/suggestion.ts";

/** What all that waits has in common. */
const row = z.object({
  id: z.string(),
  target_id: z.string(),
  title: z
    .string()
    .nullable()
    .transform((title) => title ?? ""),
  league: z.enum(LEAGUES).nullable(),
  /** Waits since. */
  since: z.string(),
  /** The version on the screen, for the decision. */
  seen: z.json(),
  /** Somebody else decides: it is the caller's, or was decided by them and contested. */
  is_mine: z.boolean(),
  username: z.string().nullable(),
  display_name: z.string().nullable(),
  joined_at: z.string().nullable(),
  /** How many suggestions and jerseys of theirs were accepted. */
  accepted: z.number(),
});

const photo = z.object({
  id: z.string(),
  path: z.string().nullable(),
  alt: z.string().nullable(),
  kind: z.enum(PHOTO_KINDS).nullable(),
  licence: z.enum(LICENCES),
  rights_stated: z.boolean(),
  /** Another file may stand under the same name. */
  version: z.string(),
  /** True if the jersey has a similar one. */
  is_known: z.boolean().optional(),
  /** True if another one of the same submission or suggestion shows the same. */
  is_twice: z.boolean().optional(),
  /** True of a public photo that is to go. */
  is_removal: z.boolean().optional(),
});

export type ReviewPhoto = z.infer<typeof photo>;

/** A jersey that waits for its first decision, or another one after a refusal. */
const submission = row.extend({
  kind: z.literal("new"),
  target_type: z.literal("jersey"),
  detail: z.object({
    jersey: rowWith<JerseyFields & { id: string; team_slug: string; kit_type_slug: string }>(
      `${JERSEY_FIELDS}, id, team_slug, kit_type_slug`,
    ),
    images: z.array(photo),
    /** Of the refusal before. */
    moderation_note: z.string().nullable(),
  }),
});

export type SubmissionRow = z.infer<typeof submission>;

const suggestion = row.extend({
  kind: z.enum(["edit", "photos", "merge", "removal"]),
  target_type: z.enum(TARGET_TYPES),
  detail: z.object({
    /** The wanted values by column. */
    changes: z.record(z.string(), z.json()),
    /** Before and after by column, in words; what the page says now. */
    words: z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown() })),
    current_words: z.record(z.string(), z.unknown()),
    /** Columns whose value isn't the one that the member saw. */
    conflicts: z.array(z.string()),
    /** The keys of the verdicts that are to be taken. */
    pending: z.array(z.string()),
    /** What was decided before it was contested. */
    verdicts: verdictsOf,
    /** Null: its author's own edit, or the photos of a submission that was merged. */
    source: z.string().nullable(),
    /** True if it is about a jersey that its member has submitted. */
    is_author: z.boolean(),
    contest: z.string().nullable(),
    /** True if the caller decided what was contested. */
    is_second: z.boolean(),
    photos: z.array(photo),
  }),
});

const report = row.extend({
  kind: z.literal("report"),
  target_type: z.enum(["jersey", "comment", "profile", "list"]),
  detail: z.object({
    /** True if the caller decided what was contested. */
    is_second: z.boolean(),
    is_contested: z.boolean(),
    category: z.enum(REPORT_CATEGORIES).nullable(),
    reason: z.string().nullable(),
    /** The name that was seen beside it. */
    reported_name: z.string().nullable(),
    comment: z.string().nullable(),
    /** The words of a list, as long as it isn't private. */
    list: z
      .object({
        title: z.string(),
        description: z.string().nullable(),
        is_hidden: z.boolean(),
        notes: z.array(z.string()),
      })
      .nullable(),
    /** The jersey, also of a comment. */
    jersey_id: z.string().nullable(),
    /** True if somebody without an account reported it too: the reason of the decision goes to them by mail. */
    needs_note: z.boolean(),
  }),
});

/** A comment that nobody else sees before a reviewer has shown it. */
const comment = row.extend({
  kind: z.literal("comment"),
  target_type: z.literal("comment"),
  detail: z.object({
    comment: z.string(),
    edited_at: z.string().nullable(),
    jersey_id: z.string(),
  }),
});

export type ReportRow = z.infer<typeof report>;

/** What `queue()` answers. */
export const queueRows = z.array(
  z.discriminatedUnion("kind", [submission, suggestion, report, comment]),
);

export const isContested = ({ detail }: QueueRow): boolean =>
  "is_contested" in detail ? detail.is_contested : "contest" in detail && detail.contest !== null;

export type QueueRow = z.infer<typeof queueRows>[number];
