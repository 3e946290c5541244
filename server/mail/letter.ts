import { type MailMessage, mailLayout } from "@maillotheque/backend";

import { href } from "../../app/shared/address/paths.ts";
import { smallPicturePath } from "../../app/shared/address/small-picture-path.ts";
import { CHANGE_REASONS, type ChangeReason } from "../../app/shared/domain/change-reasons.ts";
import { jerseyParams } from "../../app/shared/domain/jersey.ts";
import { competitionName, storedTitle, teamName } from "../../app/shared/i18n/catalogue-names.ts";
import { formatNumber } from "../../app/shared/i18n/format.ts";
import { isLanguage, type Language } from "../../app/shared/i18n/languages.ts";
import { messagesOf } from "../../app/shared/i18n/loaded-messages.ts";
import { SITE_NAME } from "../operate/backend-options.ts";
import type { Change, LetterClaim } from "./claims.ts";
import { inNumber } from "./in-number.ts";
import { messageIdOf } from "./message-id.ts";
import { MAIL_TEXTS } from "./texts/texts.ts";

const { anchor, button, escape, page, paragraph, pictureRows } = mailLayout;

/** Jerseys that a part shows; the others are counted. */
const SHOWN = 4;

/** A part of a letter: what is new of one thing that is followed, the sets, or the rest. */
interface Part {
  title: string;
  /** Where its name leads. */
  link?: string;
  /** How many there are of each reason. */
  counts?: string;
  /** Without pictures. */
  lines?: { said: string; link: string }[];
  jerseys?: mailLayout.PictureRow[];
  /** How many are not shown. */
  others?: string | undefined;
}

/** The weekly letter in its reader's language, as text and as equivalent HTML. */
export function composeLetter(claim: LetterClaim, siteUrl: string): MailMessage {
  const lang = isLanguage(claim.lang) ? claim.lang : "fr";
  const { kinds, action, why, settings, stop } = MAIL_TEXTS[lang].letters;
  const { signature, colon = ":" } = MAIL_TEXTS[lang].account;
  const { subject, body } = kinds.weekly;
  const parts = partsOf(claim.changes, lang, siteUrl);
  const link = siteUrl + href("home", {}, lang);
  const settingsLink = `${siteUrl}${href("accountSection", { section: "settings" }, lang)}`;
  const stopLink = `${siteUrl}/letters/${claim.key}/stop?lang=${lang}`;

  const text = [
    body,
    ...parts.map((part) => asText(part, colon)),
    `${action}${colon}\n${link}`,
    `-- \n${signature}\n${why}\n${stop}${colon} ${stopLink}\n${settings}${colon} ${settingsLink}`,
  ];
  const html = [paragraph(body), ...parts.map(asHtml), button(link, action)];

  return {
    to: claim.email,
    kind: "letter-weekly",
    link,
    subject,
    text: `${text.join("\n\n")}\n`,
    html: page({
      brand: SITE_NAME,
      language: lang,
      title: subject,
      body: html.join("\n"),
      footer: `${escape(signature)}<br>${escape(why)}<br>${anchor(stopLink, stop)}<br>${anchor(settingsLink, settings)}`,
    }),
    messageId: messageIdOf(`letter ${claim.week} ${claim.key}`, siteUrl),
    headers: {
      "List-Unsubscribe": `<${stopLink}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  };
}

function asText({ title, link, counts, lines = [], jerseys = [], others }: Part, colon: string) {
  const shown = [...lines, ...jerseys.map((jersey) => ({ said: jersey.title, link: jersey.link }))];
  return [
    counts ? `${title}${colon} ${counts}` : title,
    ...shown.map((line) => `- ${line.said}\n  ${line.link}`),
    others && [`- ${others}`, link].filter(Boolean).join("\n  "),
  ]
    .filter(Boolean)
    .join("\n");
}

function asHtml({ title, link, counts, lines = [], jerseys = [], others }: Part): string {
  // A number alone is no heading.
  if (lines.length + jerseys.length === 0) return paragraph(title);
  return [
    `<h2>${link ? anchor(link, title) : escape(title)}</h2>`,
    counts && `<p class="quiet">${escape(counts)}</p>`,
    ...lines.map((line) => `<p>${anchor(line.link, line.said)}</p>`),
    jerseys.length > 0 && pictureRows(jerseys),
    others && `<p class="quiet">${link ? anchor(link, others) : escape(others)}</p>`,
  ]
    .filter(Boolean)
    .join("\n");
}

function partsOf(changes: readonly Change[], lang: Language, siteUrl: string): Part[] {
  const { set, bulk, rest } = MAIL_TEXTS[lang].letters;
  const amountOf = (kind: Change["kind"]) =>
    changes.find((change) => change.kind === kind && !change.jersey_id)?.amount ?? 0;
  const sets = changes.filter(({ kind }) => kind === "set");
  const groups = groupsOf(changes);
  const counted = groups.flatMap(({ amounts }) => [...amounts.values()]);
  const all = CHANGE_REASONS.reduce((sum, reason) => sum + amountOf(reason), 0);
  const unnamed = all - counted.reduce((sum, amount) => sum + amount, 0);
  return [
    ...(sets.length > 0
      ? [
          {
            title: set,
            lines: sets.map((change) => ({
              said: `${targetName(change, lang) ?? ""} – ${change.kit_type ? messagesOf(lang).common!.kitType[change.kit_type] : ""} (${formatNumber(change.amount, lang)})`,
              link: siteUrl + targetPath(change, lang),
            })),
          },
        ]
      : []),
    ...groups.map((group) => partOf(group, lang, siteUrl)),
    ...(unnamed > 0 ? [{ title: inNumber(rest, unnamed, lang) }] : []),
    ...(amountOf("bulk") > 0 ? [{ title: inNumber(bulk, amountOf("bulk"), lang) }] : []),
  ];
}

/** Jerseys of one thing that is followed, or of the wishlist. */
interface Group {
  first: Change;
  jerseys: Change[];
  /** How many there are of each reason, those included that the letter doesn't name. */
  amounts: Map<ChangeReason, number>;
}

/** Groups jerseys by what is followed, the most personal reason first. */
function groupsOf(changes: readonly Change[]): Group[] {
  const groups = new Map<string, Group>();
  for (const change of changes) {
    const { kind, jersey_id, target_id = "", amount } = change;
    if (!jersey_id || kind === "set" || kind === "bulk") continue;
    const group: Group = groups.get(target_id) ?? {
      first: change,
      jerseys: [],
      amounts: new Map(),
    };
    group.jerseys.push(change);
    group.amounts.set(kind, amount);
    groups.set(target_id, group);
  }
  return [...groups.values()];
}

function partOf({ first, jerseys, amounts }: Group, lang: Language, siteUrl: string): Part {
  const { parts, notes, wishlist, others } = MAIL_TEXTS[lang].letters;
  const total = [...amounts.values()].reduce((sum, amount) => sum + amount, 0);
  const shown = jerseys.slice(0, SHOWN);
  const unshown = total - shown.length;
  return {
    title: targetName(first, lang) ?? wishlist,
    link: siteUrl + targetPath(first, lang),
    counts: [...amounts]
      .map(([reason, amount]) => inNumber(parts[reason], amount, lang))
      .join(", "),
    jerseys: shown.map((change) => ({
      link: siteUrl + pathOf(change, lang),
      // The same address in everybody's letter: loading it tells nobody who reads.
      picture: siteUrl + smallPicturePath(change.jersey_id ?? "", lang),
      title: storedTitle(change.title ?? "", change.team_slug ?? null, lang),
      note: notes[change.kind as ChangeReason],
    })),
    others: unshown > 0 ? inNumber(others, unshown, lang) : undefined,
  };
}

/** The name of what is followed, in the reader's language; undefined for the wishlist. */
function targetName(change: Change, lang: Language): string | undefined {
  const { target_type, target: name, target_slug: slug = "", target_country: country } = change;
  if (!name) return undefined;
  if (target_type === "competition") return competitionName({ name, slug }, lang);
  return target_type === "team"
    ? teamName({ name, country: country ?? null }, { slug }, lang)
    : name;
}

function targetPath({ target_type, target_id: id = "" }: Change, lang: Language): string {
  switch (target_type) {
    case "team":
      return href("team", { teamId: id }, lang);
    case "competition":
      return href("competition", { competitionId: id }, lang);
    case "brand":
      return href("brand", { brandId: id }, lang);
    case "list":
      return href("list", { id }, lang);
    default:
      return href("accountSection", { section: "wishlist" }, lang);
  }
}

function pathOf(
  { jersey_id = "", team_slug = "", kit_type_slug = "", year }: Change,
  lang: Language,
) {
  const jersey = { id: jersey_id, team_slug, kit_type_slug, year: year ?? null };
  return href("jersey", jerseyParams(jersey), lang);
}
