import { fieldOf } from "./facts/fact.ts";
import { factsWith } from "./facts/jersey.ts";
import { lengthOf, tidy } from "./rules/text.ts";

/** What a suggestion may be about (`suggestions.target_type`). */
export const TARGET_TYPES = ["jersey", "team", "competition"] as const;

export type TargetType = (typeof TARGET_TYPES)[number];

export interface Target {
  type: TargetType;
  id: string;
}

export function isTargetType(name: string | undefined): name is TargetType {
  return TARGET_TYPES.some((type) => type === name);
}

/** `outdated`: its page was deleted. */
export type SuggestionStatus =
  | "open"
  | "accepted"
  | "partly"
  | "refused"
  | "withdrawn"
  | "outdated";

/** Why something is refused, removed, merged or undone (`private.reasons()`); words may be added. */
export const REASONS = [
  "wrong",
  "no_source",
  "duplicate",
  "rights",
  "quality",
  "off_topic",
  "offensive",
  "other",
] as const;

export type Reason = (typeof REASONS)[number];

/** The name and the words of a stored reason, which may have been written without a name. */
export function reasonOf(stored: string): { reason?: Reason; note: string } {
  const reason = REASONS.find((known) => stored === known || stored.startsWith(`${known}: `));
  return reason ? { reason, note: stored.slice(reason.length + 2) } : { note: stored };
}

/** A reason as it is stored (`private.stored_reason()`): another one in words alone. */
export function storedReason(reason: Reason | undefined, note: string): string {
  const words = tidy(note);
  return !reason || reason === "other" ? words : [reason, words].filter(Boolean).join(": ");
}

/** The database refuses what is left of a page that goes. */
export type RefusalReason = Reason | "gone";

/** What was decided about a column or a photo. */
export interface Verdict {
  accepted: boolean;
  reason?: RefusalReason;
  note?: string;
  /** In words, if a reviewer corrected what they accepted: what was suggested. */
  suggested?: unknown;
  /** True to take the suggested value although the public one has changed meanwhile. */
  overwrite?: boolean;
}

export type Verdicts = Record<string, Verdict>;

/** Why something was refused. */
export type Refusal = Pick<Verdict, "reason" | "note">;

/** Verdicts for their reader: the one reason of several refused parts belongs to the decision, and stands beside them. */
export function reasonOnce(verdicts: Verdicts): { verdicts: Verdicts; why?: Refusal } {
  const refused = Object.values(verdicts).filter(({ accepted }) => !accepted);
  const [first, ...others] = refused;
  const isShared = ({ reason, note }: Verdict) => reason === first?.reason && note === first?.note;
  if (!first || others.length === 0 || !others.every(isShared)) return { verdicts };
  return {
    verdicts: Object.fromEntries(
      Object.entries(verdicts).map(([key, verdict]) => [
        key,
        verdict.accepted ? verdict : { accepted: false },
      ]),
    ),
    why: { ...(first.reason && { reason: first.reason }), ...(first.note && { note: first.note }) },
  };
}

export const CONTEST_MS = 30 * 24 * 60 * 60 * 1000;

/** True while a decision can be contested (`private.contest_time()`). */
export const isContestTime = (decidedAt: string | null): boolean =>
  decidedAt !== null && Date.parse(decidedAt) > Date.now() - CONTEST_MS;

/** What a photo shows (`jersey_images.kind`). */
export const PHOTO_KINDS = ["front", "back", "detail", "label", "worn"] as const;

export type PhotoKind = (typeof PHOTO_KINDS)[number];

/** Photos that one member adds to a jersey. */
export const MAX_SUGGESTED_PHOTOS = 5;

/** The source of a suggestion: an address, or the reason in words. */
export const SOURCE = { min: 10, max: 500 };

export const MAX_SOURCE = SOURCE.max;

export function isSource(text: string): boolean {
  const length = lengthOf(tidy(text));
  return length >= SOURCE.min && length <= SOURCE.max;
}

/** The key of a photo among the verdicts. */
export const photoKey = (id: string) => `photo:${id}`;

export const isPhotoKey = (key: string) => key.startsWith("photo:");

/** Fields that a trusted member's suggestion changes at once (`private.small_columns()`). */
export const SMALL_FIELDS: Record<TargetType, readonly string[]> = {
  jersey: factsWith("isSmall").map(fieldOf),
  team: ["country", "founded_year"],
  competition: ["country"],
};

/**
 * True for small corrections, as `private.is_small()` has it. `inOwnWords` are fields with a typed value in place of one of
 * the list.
 */
export const isSmallCorrection = (
  type: TargetType,
  changes: readonly { field: string }[],
  inOwnWords: readonly string[] = [],
): boolean =>
  changes.length > 0 &&
  changes.every(({ field }) => {
    const name = fieldOf(field);
    return SMALL_FIELDS[type].includes(name) && !inOwnWords.includes(name);
  });

/** When small corrections of a member are public at once (`private.trust_in()`). */
export const TRUST = { decided: 20, percent: 95 } as const;

/** Why something is undone (`undo()`). */
export const UNDO_REASON = { min: 3, max: 500 };
