import type { MailTexts } from "@maillotheque/backend";

import type { Language } from "../../../app/shared/i18n/languages.ts";
import { en } from "./en/texts.ts";
import { es } from "./es/texts.ts";
import { fr } from "./fr/texts.ts";
import { pt } from "./pt/texts.ts";
import type { SiteMailTexts } from "./shapes.ts";
import { addSiteTexts } from "./site-texts.ts";

addSiteTexts();

/** The texts of all mails. `register.ts` lists the mails. */
export const MAIL_TEXTS: Record<Language, SiteMailTexts> = { fr, en, es, pt };

/** Those of accounts, which the backend sends. */
export const ACCOUNT_MAIL_TEXTS: Record<Language, MailTexts> = {
  fr: fr.account,
  en: en.account,
  es: es.account,
  pt: pt.account,
};
