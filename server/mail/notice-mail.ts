import { type MailMessage, mailLayout } from "@maillotheque/backend";

import { href } from "../../app/shared/address/paths.ts";
import { jerseyParams } from "../../app/shared/domain/jersey.ts";
import { storedTitle } from "../../app/shared/i18n/catalogue-names.ts";
import { noteInWords } from "../../app/shared/i18n/reasons.ts";
import { isLanguage, type Language } from "../../app/shared/i18n/languages.ts";
import { SITE_NAME } from "../operate/backend-options.ts";
import type { NoticeClaim } from "./claims.ts";
import { messageIdOf } from "./message-id.ts";
import { stateInWords } from "./decided-state.ts";
import {
  acceptedOf,
  correctedOf,
  inWords,
  isGone,
  listed,
  listedAsHtml,
  listedRefusals,
  listedRefusalsAsHtml,
  refusalsInWords,
  refusedOf,
} from "./notice-changes.ts";
import type { NoticeKind } from "./register.ts";
import type { NoticeText } from "./texts/shapes.ts";
import { MAIL_TEXTS } from "./texts/texts.ts";

const { anchor, button, escape, page, paragraph } = mailLayout;

/** Characters. Mailboxes cut subjects; a title may be as long as three lines. */
const LONGEST_SUBJECT_TITLE = 80;

/** Outcomes that lead to what can still be done: change, contest or submit again. */
const REFUSALS = ["rejected", "suggestion_partly", "suggestion_refused"];

/** The mail of a notice in its reader's language, as text and as equivalent HTML. */
export function composeNoticeMail(claim: NoticeClaim, siteUrl: string): MailMessage {
  const lang = isLanguage(claim.lang) ? claim.lang : "fr";
  const { kinds, again, why, settings } = MAIL_TEXTS[lang].notices;
  const { orLink, signature, colon = ":" } = MAIL_TEXTS[lang].account;
  const kind: NoticeText = kinds[kindOf(claim)];
  const ofOther =
    (claim.about === "comment" && kind.comment) || (claim.about === "profile" && kind.member);
  const title = storedTitle(claim.title, claim.team_slug, lang);
  const said = [
    claim.is_again && again,
    ((claim.is_again && kind.again) || ofOther || kind.body).replace("{title}", () => title),
    stateInWords(claim, lang),
  ]
    .filter((sentence) => !!sentence)
    .join(" ");
  const note = kind.note ? noteOf(claim, lang) : undefined;
  const refused = refusedOf(claim);
  const changes = kind.changes ? inWords(refused ? acceptedOf(claim) : claim.changes, lang) : [];
  const corrected = refused ? inWords(correctedOf(claim), lang) : [];
  const refusals = refused && kind.refused ? refusalsInWords(refused, lang) : [];
  // Nobody can contest that a page is gone, nor twice.
  const after = isGone(refused) || claim.is_again ? undefined : kind.after;
  const link = siteUrl + pathOf(claim, lang);
  // Who is suspended can't sign in, and is told whatever the settings.
  const hasSettings = claim.outcome !== "suspended";
  const settingsLink = `${siteUrl}${href("accountSection", { section: "settings" }, lang)}`;

  const text = [
    said,
    claim.comment && claim.comment.replaceAll(/^/gm, "> "),
    note && `${kind.note}\n${note.replaceAll(/^/gm, "> ")}`,
    changes.length > 0 && `${kind.changes}\n${listed(changes, lang, colon)}`,
    corrected.length > 0 && `${kinds.corrected.changes}\n${listed(corrected, lang, colon)}`,
    refusals.length > 0 && `${kind.refused}\n${listedRefusals(refusals, lang, colon)}`,
    after,
    `${kind.action}${colon}\n${link}`,
    `-- \n${signature}\n${why}${hasSettings ? `\n${settings}${colon} ${settingsLink}` : ""}`,
  ];
  const html = [
    paragraph(said),
    claim.comment && `<blockquote>${escape(claim.comment)}</blockquote>`,
    note && `${paragraph(kind.note!)}\n<blockquote>${escape(note)}</blockquote>`,
    changes.length > 0 && `${paragraph(kind.changes!)}\n${listedAsHtml(changes, lang, colon)}`,
    corrected.length > 0 &&
      `${paragraph(kinds.corrected.changes!)}\n${listedAsHtml(corrected, lang, colon)}`,
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
    subject: `${kind.subject}${colon} ${shortened(title)}`,
    text: `${text.filter(Boolean).join("\n\n")}\n`,
    html: page({
      brand: SITE_NAME,
      language: lang,
      title: kind.subject,
      body: html.filter(Boolean).join("\n"),
      footer: `${escape(signature)}<br>${escape(why)}${hasSettings ? `<br>${anchor(settingsLink, settings)}` : ""}`,
    }),
    messageId: messageIdOf(`notice ${claim.notice_id}`, siteUrl),
    // One press on a suspension must not end the other mails.
    ...(hasSettings && {
      headers: {
        "List-Unsubscribe": `<${siteUrl}/notices/${claim.notice_id}/stop?lang=${lang}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      },
    }),
  };
}

/** Several things of one member at once have texts of their own. */
function kindOf({ outcome, about }: NoticeClaim): NoticeKind {
  if (about === "profile" && outcome === "undone") return "undone_all";
  if (about === "profile" && outcome === "comment_hidden") return "comments_hidden";
  return outcome as NoticeKind;
}

function shortened(title: string): string {
  const letters = [...title];
  if (letters.length <= LONGEST_SUBJECT_TITLE) return title;
  return `${letters.slice(0, LONGEST_SUBJECT_TITLE - 1).join("")}…`;
}

/** What a reviewer wrote, or the reason that they chose, in the reader's language. */
function noteOf({ outcome, note }: NoticeClaim, lang: Language): string | undefined {
  return note ? noteInWords(outcome, note, lang) : undefined;
}

/** The jersey's page if its reader can open it; otherwise what they contributed. */
function pathOf(claim: NoticeClaim, lang: Language): string {
  const { topic, outcome, jersey_id: id, team_slug, kit_type_slug, year } = claim;
  // There it is contested.
  if (outcome === "list_hidden" || (outcome === "comment_hidden" && claim.about === "comment")) {
    return href("accountSection", { section: "notices" }, lang);
  }
  const isOfPage = topic !== "report" && !REFUSALS.includes(outcome);
  if (isOfPage && id && team_slug && kit_type_slug) {
    return href("jersey", jerseyParams({ id, team_slug, kit_type_slug, year }), lang);
  }
  // Who is suspended can't sign in; of all comments no page is meant.
  if (outcome === "suspended" || outcome === "comment_hidden") return href("legal", {}, lang);
  if (outcome === "reinstated") return href("account", {}, lang);
  const section =
    outcome === "renamed"
      ? "profile"
      : claim.about === "list" && topic !== "report"
        ? "lists"
        : "contributions";
  return href("accountSection", { section }, lang);
}
