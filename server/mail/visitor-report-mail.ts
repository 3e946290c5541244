import { type MailMessage, mailLayout } from "@maillotheque/backend";

import { href } from "../../app/shared/address/paths.ts";
import { jerseyParams } from "../../app/shared/domain/jersey.ts";
import { storedTitle } from "../../app/shared/i18n/catalogue-names.ts";
import { isLanguage, type Language } from "../../app/shared/i18n/languages.ts";
import { reasonInWords } from "../../app/shared/i18n/reasons.ts";
import { SITE_NAME } from "../operate/backend-options.ts";
import type { VisitorReportClaim } from "./claims.ts";
import { stateInWords } from "./decided-state.ts";
import { MAIL_TEXTS } from "./texts/texts.ts";

const { anchor, button, escape, page, paragraph } = mailLayout;

/** The mail about a visitor's report in its reader's language, as text and as equivalent HTML. */
export function composeVisitorReportMail(mail: VisitorReportClaim, siteUrl: string): MailMessage {
  const lang = isLanguage(mail.lang) ? mail.lang : "fr";
  const texts = MAIL_TEXTS[lang].visitorReports;
  const { again } = MAIL_TEXTS[lang].notices;
  const { orLink, signature, colon = ":" } = MAIL_TEXTS[lang].account;
  const kind = kindOf(mail, lang);
  const about = {
    jersey: kind.body,
    comment: kind.comment,
    profile: kind.member,
    list: kind.list ?? kind.body,
  };
  const body = [
    mail.is_again && again,
    about[mail.target_type].replace("{title}", () => storedTitle(mail.title, mail.team_slug, lang)),
    stateInWords({ ...mail, outcome: mail.kind, about: mail.target_type }, lang),
  ]
    .filter((sentence) => !!sentence)
    .join(" ");
  const quotes = [
    mail.note && ([texts.reason, reasonInWords(mail.note, lang)] as const),
    mail.reason && ([texts.wrote, mail.reason] as const),
  ].filter((quote) => !!quote);
  const step = stepOf(mail, lang, siteUrl);
  const why = texts.why[mail.party];

  return {
    to: mail.email,
    kind: `visitor-report-${mail.kind}`,
    link: step?.link,
    subject: kind.subject,
    text: `${[
      body,
      ...quotes.map(([label, quote]) => `${label}\n${quote.replaceAll(/^/gm, "> ")}`),
      step?.after,
      step && `${step.action}${colon}\n${step.link}`,
      `-- \n${signature}\n${why}`,
    ]
      .filter(Boolean)
      .join("\n\n")}\n`,
    html: page({
      brand: SITE_NAME,
      language: lang,
      title: kind.subject,
      body: [
        paragraph(body),
        ...quotes.map(
          ([label, quote]) => `${paragraph(label)}\n<blockquote>${escape(quote)}</blockquote>`,
        ),
        step?.after && paragraph(step.after),
        step && button(step.link, step.action),
        step && `<p class="quiet">${escape(orLink)}<br>${anchor(step.link, step.link)}</p>`,
      ]
        .filter(Boolean)
        .join("\n"),
      footer: `${escape(signature)}<br>${escape(why)}`,
    }),
    messageId: `<visitor-report-${mail.id}@${new URL(siteUrl).hostname}>`,
  };
}

function kindOf({ kind, party }: VisitorReportClaim, lang: Language) {
  const { kinds } = MAIL_TEXTS[lang].visitorReports;
  // An author hears of decisions only.
  if (party === "author" && (kind === "upheld" || kind === "dismissed")) {
    return kinds[`author_${kind}`];
  }
  return kinds[kind];
}

/** What the reader may do next. */
function stepOf(mail: VisitorReportClaim, lang: Language, siteUrl: string) {
  const texts = MAIL_TEXTS[lang].visitorReports;
  const form = siteUrl + href("report", {}, lang);
  if (mail.token && mail.kind === "confirm") {
    const link = `${form}?confirm=${mail.token}`;
    return { link, action: texts.confirmAction, after: texts.confirmAfter };
  }
  // Who was reported has nothing to say against a report that was dismissed.
  if (mail.token && !(mail.party === "author" && mail.kind === "dismissed")) {
    const link = `${form}?contest=${mail.token}`;
    return { link, action: texts.contestAction, after: texts.contestAfter };
  }
  const { jersey_id: id, team_slug, kit_type_slug, year, username } = mail;
  if (username) {
    const link = siteUrl + href("member", { username }, lang);
    return { link, action: texts.seeAction, after: undefined };
  }
  if (!id || !team_slug || !kit_type_slug) return undefined;
  const link = siteUrl + href("jersey", jerseyParams({ id, team_slug, kit_type_slug, year }), lang);
  return { link, action: texts.seeAction, after: undefined };
}
