import { type MailMessage, mailLayout } from "@maillotheque/backend";

import { href } from "../../app/shared/address/paths.ts";
import { withFirst } from "../../app/shared/i18n/format.ts";
import { isLanguage, type Language } from "../../app/shared/i18n/languages.ts";
import { SITE_NAME } from "../operate/backend-options.ts";
import type { ReviewClaim } from "./claims.ts";
import { inNumber } from "./in-number.ts";
import { messageIdOf } from "./message-id.ts";
import { MAIL_TEXTS } from "./texts/texts.ts";

const { anchor, button, escape, page, paragraph } = mailLayout;

/** The daily mail to a reviewer: how much waits for them, and since when. */
export function composeReviewMail(claim: ReviewClaim, siteUrl: string): MailMessage {
  const lang = isLanguage(claim.lang) ? claim.lang : "fr";
  const { kinds, amount, body, action, why, settings, stop } = MAIL_TEXTS[lang].reviews;
  const { signature, colon = ":" } = MAIL_TEXTS[lang].account;
  const said = inNumber(body, claim.amount, lang).replace("{date}", () =>
    dayOf(claim.oldest, lang),
  );
  const { subject } = kinds.waiting;
  const link = siteUrl + href("admin", {}, lang);
  const settingsLink = `${siteUrl}${href("accountSection", { section: "settings" }, lang)}`;
  const stopLink = `${siteUrl}/reviews/${claim.key}/stop?lang=${lang}`;
  const text = [
    said,
    `${action}${colon}\n${link}`,
    `-- \n${signature}\n${why}\n${stop}${colon} ${stopLink}\n${settings}${colon} ${settingsLink}`,
  ];
  return {
    to: claim.email,
    kind: "review-waiting",
    link,
    subject: `${subject}${colon} ${inNumber(amount, claim.amount, lang)}`,
    text: `${text.join("\n\n")}\n`,
    html: page({
      brand: SITE_NAME,
      language: lang,
      title: subject,
      body: `${paragraph(said)}\n${button(link, action)}`,
      footer: `${escape(signature)}<br>${escape(why)}<br>${anchor(stopLink, stop)}<br>${anchor(settingsLink, settings)}`,
    }),
    messageId: messageIdOf(`reviews ${claim.day} ${claim.key}`, siteUrl),
    headers: {
      "List-Unsubscribe": `<${stopLink}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  };
}

function dayOf(moment: string | Date, lang: Language): string {
  const day = { weekday: "long", day: "numeric", month: "long", timeZone: "Europe/Paris" } as const;
  const words = new Intl.DateTimeFormat(lang === "en" ? "en-GB" : lang, day);
  return withFirst(words.format(new Date(moment)), lang);
}
