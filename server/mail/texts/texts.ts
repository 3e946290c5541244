import type { MailTexts } from "@maillotheque/backend";

import type { Language } from "../../app/i18n/languages.ts";
import { typesetAll } from "../../app/i18n/typeset.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { pt } from "./pt.ts";

/** All mails of the auth service. */
export const MAIL_TEXTS: Record<Language, MailTexts> = {
  fr: typesetAll(fr, "fr"),
  en: typesetAll(en, "en"),
  es: typesetAll(es, "es"),
  pt: typesetAll(pt, "pt"),
};
