import { mailLayout } from "@maillotheque/backend";

import { PHOTO_KINDS, type RefusalReason } from "../../app/shared/domain/suggestion.ts";
import { REASON_WORDS } from "../../app/shared/i18n/reasons.ts";
import { countryName } from "../../app/shared/i18n/countries.ts";
import {
  type ChangeInWords,
  changesInWords,
  emptyWord,
} from "../../app/shared/i18n/jersey-changes.ts";
import type { Language } from "../../app/shared/i18n/languages.ts";
import { messagesOf } from "../../app/shared/i18n/loaded-messages.ts";
import type { NoticeClaim } from "./claims.ts";
import { MAIL_TEXTS } from "./texts/texts.ts";

const { escape } = mailLayout;

/** A field or photo of a suggestion with its verdict, as the database tells it. */
interface Verdict {
  accepted: boolean;
  reason: RefusalReason | null;
  note: unknown;
  /** In words, of a field that a reviewer corrected before they accepted it. */
  suggested?: string | null;
}

interface Refusal extends ChangeInWords {
  reason: string;
  note: string | null;
}

const isVerdict = (change: unknown): change is Verdict =>
  typeof change === "object" && change !== null && "accepted" in change;

/** What was refused of a suggestion; undefined in notices about something else. */
export function refusedOf({ topic, outcome, changes }: NoticeClaim): Verdict[] | undefined {
  if (topic !== "suggestion" || outcome === "undone" || !Array.isArray(changes)) return undefined;
  return changes.filter(isVerdict).filter(({ accepted }) => !accepted);
}

export function acceptedOf({ changes }: NoticeClaim): Verdict[] {
  return Array.isArray(changes) ? changes.filter(isVerdict).filter(({ accepted }) => accepted) : [];
}

/** What a reviewer corrected of a suggestion: from what was suggested to what it became. */
export const correctedOf = (claim: NoticeClaim): Verdict[] =>
  acceptedOf(claim)
    .filter((change) => "suggested" in change)
    .map((change) => ({ ...change, before: change.suggested }));

export const isGone = (refused: Verdict[] | undefined): boolean =>
  refused?.some(({ reason }) => reason === "gone") ?? false;

/** Changes of jerseys, teams and competitions, and of photos what they show, without their addresses. */
export function inWords(changes: unknown, lang: Language): ChangeInWords[] {
  const { photoAdded, photoRemoved } = MAIL_TEXTS[lang].notices;
  // The sentence above names the jersey itself, whose approval was undone.
  const told: { field: string; kind?: string | null }[] = Array.isArray(changes) ? changes : [];
  const parts = told.filter(({ field }) => field !== "jersey");
  return changesInWords(parts, lang).map((change, index) => {
    const { field, before, after } = change;
    if (field === "image") {
      const kind = PHOTO_KINDS.find((known) => known === parts[index]?.kind);
      return {
        ...change,
        label: after === undefined ? photoRemoved : photoAdded,
        ...{ before: undefined, after: undefined },
        ...(kind && { said: messagesOf(lang).catalogue!.photo[kind] }),
      };
    }
    // What happens to the whole jersey; of a merge the title of the other one.
    if (field === "merge_into" || field === "removal") {
      const said = field === "merge_into" && after !== undefined && { said: after };
      return { ...change, before: undefined, after: undefined, ...said };
    }
    if (field !== "country") return change;
    return { ...change, before: countryOf(before, lang), after: countryOf(after, lang) };
  });
}

const countryOf = (code: string | undefined, lang: Language): string | undefined =>
  code && (countryName(code, lang) ?? code);

export function refusalsInWords(refused: Verdict[], lang: Language): Refusal[] {
  const reasons = REASON_WORDS[lang];
  return inWords(refused, lang).map((change, index) => {
    const { reason, note } = refused[index]!;
    return {
      ...change,
      reason: reasons[reason ?? "other"] ?? reasons.other,
      // Early rows may hold anything.
      note: typeof note === "string" ? note : null,
    };
  });
}

/** The one reason of several refusals belongs to the decision: it stands after them. */
const isOneReason = ([first, ...others]: Refusal[]): boolean =>
  others.length > 0 &&
  others.every(({ reason, note }) => reason === first!.reason && note === first!.note);

export function listedRefusals(refusals: Refusal[], lang: Language, colon: string): string {
  const why = ({ reason, note }: Refusal, indent = "") =>
    `${indent}${reason}${note ? `\n${note.replaceAll(/^/gm, "> ")}` : ""}`;
  if (isOneReason(refusals)) return `${listed(refusals, lang, colon)}\n\n${why(refusals[0]!)}`;
  return refusals
    .map((refusal) => `${listed([refusal], lang, colon)}\n${why(refusal, "  ")}`)
    .join("\n");
}

export function listedRefusalsAsHtml(refusals: Refusal[], lang: Language, colon: string): string {
  const why = ({ reason, note }: Refusal) =>
    `${escape(reason)}${note ? `<blockquote>${escape(note)}</blockquote>` : ""}`;
  if (isOneReason(refusals)) {
    return `${listedAsHtml(refusals, lang, colon)}\n<div>${why(refusals[0]!)}</div>`;
  }
  const items = refusals.map(
    (refusal) => `<li>${changeAsHtml(refusal, lang, colon)}<br>${why(refusal)}</li>`,
  );
  return `<ul>${items.join("")}</ul>`;
}

/** The corrections, one per line. */
export function listed(changes: ChangeInWords[], lang: Language, colon: string): string {
  const empty = emptyWord(lang);
  return changes
    .map((change) => {
      const { label, before = empty, after = empty, said } = change;
      if (said !== undefined) return `- ${label}${colon} ${said}`;
      return hasNoValues(change) ? `- ${label}` : `- ${label}${colon} ${before} → ${after}`;
    })
    .join("\n");
}

/** True of the order of photos, which words don't tell, and of a removal. */
const hasNoValues = ({ before, after }: Pick<ChangeInWords, "before" | "after">): boolean =>
  before === undefined && after === undefined;

export function listedAsHtml(changes: ChangeInWords[], lang: Language, colon: string): string {
  const items = changes.map((change) => `<li>${changeAsHtml(change, lang, colon)}</li>`);
  return `<ul>${items.join("")}</ul>`;
}

function changeAsHtml(
  { label, before, after, said }: ChangeInWords,
  lang: Language,
  colon: string,
): string {
  if (said !== undefined) return `${escape(label)}${colon} <strong>${escape(said)}</strong>`;
  if (hasNoValues({ before, after })) return escape(label);
  const empty = `<em>${escape(emptyWord(lang))}</em>`;
  const was = before === undefined ? empty : `<del>${escape(before)}</del>`;
  const becomes = after === undefined ? empty : `<strong>${escape(after)}</strong>`;
  return `${escape(label)}${colon} ${was} → ${becomes}`;
}
