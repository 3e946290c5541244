import { type MailMessage, mailLayout } from "@maillotheque/backend";

import { href } from "../../app/address/paths.ts";
import { jerseyParams } from "../../app/domain/jersey.ts";
import { PHOTO_KINDS } from "../../app/domain/suggestion.ts";
import { countryName } from "../../app/i18n/countries.ts";
import { type ChangeInWords, changesInWords, WORDS } from "../../app/i18n/jersey-changes.ts";
import { formatDateTime } from "../../app/i18n/format.ts";
import { noteInWords } from "../../app/i18n/preset-reasons.ts";
import { isLanguage, type Language } from "../../app/i18n/languages.ts";
import { SITE_NAME } from "../backend-options.ts";
import { MAIL_TEXTS } from "../mail-texts/mail-texts.ts";
import type { Claim } from "./queue.ts";
import {
  type NoticeKind,
  type NoticeText,
  type RefusalReason,
  type SuggestedField,
  TEXTS,
} from "./texts/notice-texts.ts";

const { anchor, button, escape, page, paragraph } = mailLayout;

/** Characters. Mailboxes cut subjects; a title may be as long as three lines. */
const LONGEST_SUBJECT_TITLE = 80;

/** Outcomes after which the reader may want to contest. */
const SUGGESTIONS = ["suggestion_partly", "suggestion_refused"];

const SECTIONS: Record<Claim["topic"], string> = {
  jersey: "submissions",
  report: "reports",
  suggestion: "suggestions",
};

/** The mail of a notice in its reader's language, as text and as equivalent HTML. */
export function composeNoticeMail(claim: Claim, siteUrl: string): MailMessage {
  const lang = isLanguage(claim.lang) ? claim.lang : "fr";
  const { kinds, why, settings } = TEXTS[lang];
  const { orLink, signature, colon = ":" } = MAIL_TEXTS[lang];
  const isOfSeveral = claim.outcome === "undone" && claim.about === "profile";
  const kind: NoticeText = kinds[isOfSeveral ? "undone_all" : (claim.outcome as NoticeKind)];
  const ofOther =
    (claim.about === "comment" && kind.comment) || (claim.about === "profile" && kind.member);
  const said = (ofOther || kind.body)
    .replace("{title}", () => claim.title)
    .replace("{when}", () => plannedInWords(claim, lang));
  const note = kind.note && claim.note ? noteInWords(claim.outcome, claim.note, lang) : undefined;
  const refused = refusedOf(claim);
  const changes = kind.changes ? inWords(refused ? acceptedOf(claim) : claim.changes, lang) : [];
  const refusals = refused && kind.refused ? refusalsInWords(refused, lang) : [];
  // Nobody can contest that a page is gone.
  const after = isGone(refused) ? undefined : kind.after;
  const link = siteUrl + pathOf(claim, lang);
  const settingsLink = `${siteUrl}${href("accountSection", { section: "settings" }, lang)}`;

  const text = [
    said,
    note && `${kind.note}\n${note.replaceAll(/^/gm, "> ")}`,
    changes.length > 0 && `${kind.changes}\n${listed(changes, lang, colon)}`,
    refusals.length > 0 && `${kind.refused}\n${listedRefusals(refusals, lang, colon)}`,
    after,
    `${kind.action}${colon}\n${link}`,
    `-- \n${signature}\n${why}\n${settings}${colon} ${settingsLink}`,
  ];
  const html = [
    paragraph(said),
    note && `${paragraph(kind.note!)}\n<blockquote>${escape(note)}</blockquote>`,
    changes.length > 0 && `${paragraph(kind.changes!)}\n${listedAsHtml(changes, lang, colon)}`,
    refusals.length > 0 &&
      `${paragraph(kind.refused!)}\n${listedRefusalsAsHtml(refusals, lang, colon)}`,
    after && paragraph(after),
    button(link, kind.action),
    `<p class="quiet">${escape(orLink)}<br>${anchor(link, link)}</p>`,
  ];

  return {
    to: claim.email,
    kind: `${claim.topic}-${claim.outcome}`,
    link,
    subject: `${kind.subject}${colon} ${shortened(claim.title)}`,
    text: `${text.filter(Boolean).join("\n\n")}\n`,
    html: page({
      brand: SITE_NAME,
      language: lang,
      title: kind.subject,
      body: html.filter(Boolean).join("\n"),
      footer: `${escape(signature)}<br>${escape(why)}<br>${anchor(settingsLink, settings)}`,
    }),
    messageId: `<notice-${claim.notice_id}@${new URL(siteUrl).hostname}>`,
    headers: {
      "List-Unsubscribe": `<${siteUrl}/notices/${claim.notice_id}/stop?lang=${lang}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  };
}

/** When what a notice announces will happen. */
function plannedInWords({ changes }: Claim, lang: Language): string {
  const { planned_at } = (changes ?? {}) as { planned_at?: string };
  return planned_at ? formatDateTime(planned_at, lang) : "";
}

/** A field or photo of a suggestion with its verdict, as the database tells it. */
interface Verdict {
  accepted: boolean;
  reason: RefusalReason | null;
  note: unknown;
}

interface Refusal extends ChangeInWords {
  reason: string;
  note: string | null;
}

const isVerdict = (change: unknown): change is Verdict =>
  typeof change === "object" && change !== null && "accepted" in change;

/** What was refused of a suggestion; undefined in notices about something else. */
function refusedOf({ topic, outcome, changes }: Claim): Verdict[] | undefined {
  if (topic !== "suggestion" || outcome === "undone" || !Array.isArray(changes)) return undefined;
  return changes.filter(isVerdict).filter(({ accepted }) => !accepted);
}

function acceptedOf({ changes }: Claim): Verdict[] {
  return Array.isArray(changes) ? changes.filter(isVerdict).filter(({ accepted }) => accepted) : [];
}

const isGone = (refused: Verdict[] | undefined): boolean =>
  refused?.some(({ reason }) => reason === "gone") ?? false;

/** Changes of jerseys, teams and competitions, and of photos what they show, without their addresses. */
function inWords(changes: unknown, lang: Language): ChangeInWords[] {
  const { fields, photo, photoKinds } = TEXTS[lang];
  return changesInWords(changes, lang).map((change, index) => {
    const { field, label, before, after } = change;
    if (!Object.hasOwn(fields, field)) return change;
    const named = { ...change, label: fields[field as SuggestedField] ?? label };
    if (field === "image") {
      const told = (changes as { kind?: string | null }[])[index]?.kind;
      const kind = PHOTO_KINDS.find((known) => known === told);
      const shown = kind ? photoKinds[kind] : photo;
      return { ...named, before: before && shown, after: after && shown };
    }
    if (field !== "country") return named;
    return { ...named, before: countryOf(before, lang), after: countryOf(after, lang) };
  });
}

const countryOf = (code: string | undefined, lang: Language): string | undefined =>
  code && (countryName(code, lang) ?? code);

function refusalsInWords(refused: Verdict[], lang: Language): Refusal[] {
  const { reasons } = TEXTS[lang];
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

function listedRefusals(refusals: Refusal[], lang: Language, colon: string): string {
  return refusals
    .map((refusal) => {
      const { reason, note } = refusal;
      const said = note ? `\n${note.replaceAll(/^/gm, "> ")}` : "";
      return `${listed([refusal], lang, colon)}\n  ${reason}${said}`;
    })
    .join("\n");
}

function listedRefusalsAsHtml(refusals: Refusal[], lang: Language, colon: string): string {
  const items = refusals.map((refusal) => {
    const { label, before, after, reason, note } = refusal;
    const said = note ? `<blockquote>${escape(note)}</blockquote>` : "";
    return `<li>${changeAsHtml({ label, before, after }, lang, colon)}<br>${escape(reason)}${said}</li>`;
  });
  return `<ul>${items.join("")}</ul>`;
}

/** The corrections, one per line. */
function listed(changes: ChangeInWords[], lang: Language, colon: string): string {
  const { empty } = WORDS[lang];
  return changes
    .map((change) => {
      const { label, before = empty, after = empty } = change;
      return isUntold(change) ? `- ${label}` : `- ${label}${colon} ${before} → ${after}`;
    })
    .join("\n");
}

/** True of the order of photos, which words don't tell. */
const isUntold = ({ before, after }: Pick<ChangeInWords, "before" | "after">): boolean =>
  before === undefined && after === undefined;

function listedAsHtml(changes: ChangeInWords[], lang: Language, colon: string): string {
  const items = changes.map((change) => `<li>${changeAsHtml(change, lang, colon)}</li>`);
  return `<ul>${items.join("")}</ul>`;
}

function changeAsHtml(
  { label, before, after }: Pick<ChangeInWords, "label" | "before" | "after">,
  lang: Language,
  colon: string,
): string {
  if (isUntold({ before, after })) return escape(label);
  const empty = `<em>${escape(WORDS[lang].empty)}</em>`;
  const was = before === undefined ? empty : `<del>${escape(before)}</del>`;
  const becomes = after === undefined ? empty : `<strong>${escape(after)}</strong>`;
  return `${escape(label)}${colon} ${was} → ${becomes}`;
}

function shortened(title: string): string {
  const letters = [...title];
  if (letters.length <= LONGEST_SUBJECT_TITLE) return title;
  return `${letters.slice(0, LONGEST_SUBJECT_TITLE - 1).join("")}…`;
}

/** The jersey's page if its reader can open it; otherwise the account's page about it. */
function pathOf(claim: Claim, lang: Language): string {
  const { topic, jersey_id: id, team_slug, kit_type_slug, year } = claim;
  const isOfSuggestion = topic === "suggestion" && SUGGESTIONS.includes(claim.outcome);
  if (isOfSuggestion) return href("accountSection", { section: "suggestions" }, lang);
  if (topic !== "report" && id && team_slug && kit_type_slug) {
    return href("jersey", jerseyParams({ id, team_slug, kit_type_slug, year }), lang);
  }
  if (claim.outcome === "renamed") return href("accountSection", { section: "profile" }, lang);
  const section = SECTIONS[topic];
  return href("accountSection", { section }, lang);
}
