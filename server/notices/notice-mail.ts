import { type MailMessage, mailLayout } from "@maillotheque/backend";

import { href } from "../../app/address/paths.ts";
import { jerseyParams } from "../../app/domain/jersey.ts";
import { type ChangeInWords, changesInWords, WORDS } from "../../app/i18n/jersey-changes.ts";
import { isLanguage, type Language } from "../../app/i18n/languages.ts";
import { SITE_NAME } from "../backend-options.ts";
import { MAIL_TEXTS } from "../mail-texts/mail-texts.ts";
import type { Claim } from "./queue.ts";
import { type NoticeKind, type NoticeText, TEXTS } from "./texts/notice-texts.ts";

const { anchor, button, escape, page, paragraph } = mailLayout;

/** Characters. Mailboxes cut subjects; a title may be as long as three lines. */
const LONGEST_SUBJECT_TITLE = 80;

/** The mail of a notice in its reader's language, as text and as equivalent HTML. */
export function composeNoticeMail(claim: Claim, siteUrl: string): MailMessage {
  const lang = isLanguage(claim.lang) ? claim.lang : "fr";
  const { kinds, why, settings } = TEXTS[lang];
  const { orLink, signature, colon = ":" } = MAIL_TEXTS[lang];
  const kind: NoticeText = kinds[claim.outcome as NoticeKind];
  const said = ((claim.about === "comment" && kind.comment) || kind.body).replace(
    "{title}",
    () => claim.title,
  );
  const note = kind.note && claim.note ? claim.note : undefined;
  const changes = kind.changes ? changesInWords(claim.changes, lang) : [];
  const link = siteUrl + pathOf(claim, lang);
  const settingsLink = `${siteUrl}${href("accountSection", { section: "settings" }, lang)}`;

  const text = [
    said,
    note && `${kind.note}\n${note.replaceAll(/^/gm, "> ")}`,
    changes.length > 0 && `${kind.changes}\n${listed(changes, lang, colon)}`,
    kind.after,
    `${kind.action}${colon}\n${link}`,
    `-- \n${signature}\n${why}\n${settings}${colon} ${settingsLink}`,
  ];
  const html = [
    paragraph(said),
    note && `${paragraph(kind.note!)}\n<blockquote>${escape(note)}</blockquote>`,
    changes.length > 0 && `${paragraph(kind.changes!)}\n${listedAsHtml(changes, lang, colon)}`,
    kind.after && paragraph(kind.after),
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

/** The corrections, one per line. */
function listed(changes: ChangeInWords[], lang: Language, colon: string): string {
  const { empty } = WORDS[lang];
  return changes
    .map(({ label, before = empty, after = empty }) => `- ${label}${colon} ${before} → ${after}`)
    .join("\n");
}

function listedAsHtml(changes: ChangeInWords[], lang: Language, colon: string): string {
  const empty = `<em>${escape(WORDS[lang].empty)}</em>`;
  const items = changes.map(({ label, before, after }) => {
    const was = before === undefined ? empty : `<del>${escape(before)}</del>`;
    const becomes = after === undefined ? empty : `<strong>${escape(after)}</strong>`;
    return `<li>${escape(label)}${colon} ${was} → ${becomes}</li>`;
  });
  return `<ul>${items.join("")}</ul>`;
}

function shortened(title: string): string {
  const letters = [...title];
  if (letters.length <= LONGEST_SUBJECT_TITLE) return title;
  return `${letters.slice(0, LONGEST_SUBJECT_TITLE - 1).join("")}…`;
}

/** The jersey's page if its reader can open it; otherwise the account's page about it. */
function pathOf(claim: Claim, lang: Language): string {
  const { topic, jersey_id: id, team_slug, kit_type_slug, year } = claim;
  if (topic === "jersey" && id && team_slug && kit_type_slug) {
    return href("jersey", jerseyParams({ id, team_slug, kit_type_slug, year }), lang);
  }
  if (claim.about === "profile") return href("accountSection", { section: "profile" }, lang);
  const section = topic === "jersey" ? "submissions" : "reports";
  return href("accountSection", { section }, lang);
}
