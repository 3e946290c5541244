import { type MailMessage, mailLayout } from "@maillotheque/backend";

import { href } from "../../app/shared/address/paths.ts";
import { jerseyParams } from "../../app/shared/domain/jersey.ts";
import { formatNumber } from "../../app/shared/i18n/format.ts";
import { isLanguage, type Language } from "../../app/shared/i18n/languages.ts";
import { SITE_NAME } from "../operate/backend-options.ts";
import type { Change, LetterClaim } from "./claims.ts";
import { LETTER_REASONS, type Counted } from "./texts/shapes.ts";
import { MAIL_TEXTS } from "./texts/texts.ts";

const { anchor, button, escape, page, paragraph } = mailLayout;

/** A line with the address that it leads to. */
interface Line {
  said: string;
  link: string;
}

/** A part of a letter: what there is of one kind, and jerseys of it. */
interface Part {
  title: string;
  lines: Line[];
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
    ...parts.map(({ title, lines }) =>
      [title, ...lines.map(({ said, link: to }) => `- ${said}\n  ${to}`)].join("\n"),
    ),
    `${action}${colon}\n${link}`,
    `-- \n${signature}\n${why}\n${stop}${colon} ${stopLink}\n${settings}${colon} ${settingsLink}`,
  ];
  const html = [
    paragraph(body),
    ...parts.map(({ title, lines }) =>
      [
        `<p><strong>${escape(title)}</strong></p>`,
        lines.length > 0 &&
          `<ul>${lines.map(({ said, link: to }) => `<li>${anchor(to, said)}</li>`).join("")}</ul>`,
      ]
        .filter(Boolean)
        .join("\n"),
    ),
    button(link, action),
  ];

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
    messageId: `<letter-${claim.week}-${claim.key}@${new URL(siteUrl).hostname}>`,
    headers: {
      "List-Unsubscribe": `<${stopLink}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  };
}

function partsOf(changes: readonly Change[], lang: Language, siteUrl: string): Part[] {
  const { parts, set, bulk } = MAIL_TEXTS[lang].letters;
  const amountOf = (kind: Change["kind"]) =>
    changes.find((change) => change.kind === kind && !change.jersey_id)?.amount ?? 0;
  const sets = changes.filter(({ kind }) => kind === "set");
  return [
    ...sets.map(({ team = "", team_id, kit_type, amount }) => ({
      title: set.title,
      lines: [
        {
          said: `${team} – ${kit_type ? set.kits[kit_type] : ""} (${formatNumber(amount, lang)})`,
          link: siteUrl + href("team", { teamId: team_id ?? "" }, lang),
        },
      ],
    })),
    ...LETTER_REASONS.filter((reason) => amountOf(reason) > 0).map((reason) => ({
      title: counted(parts[reason], amountOf(reason), lang),
      lines: changes
        .filter(({ kind, jersey_id }) => kind === reason && jersey_id)
        .map((change) => ({ said: change.title ?? "", link: siteUrl + pathOf(change, lang) })),
    })),
    ...(amountOf("bulk") > 0 ? [{ title: counted(bulk, amountOf("bulk"), lang), lines: [] }] : []),
  ];
}

function counted({ one, other }: Counted, amount: number, lang: Language): string {
  const isOne = new Intl.PluralRules(lang).select(amount) === "one";
  return (isOne ? one : other).replace("{count}", () => formatNumber(amount, lang));
}

function pathOf(
  { jersey_id = "", team_slug = "", kit_type_slug = "", year }: Change,
  lang: Language,
) {
  const jersey = { id: jersey_id, team_slug, kit_type_slug, year: year ?? null };
  return href("jersey", jerseyParams(jersey), lang);
}
