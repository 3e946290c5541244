import { defaultMailTexts } from "../../src/mail/default-texts.ts";
import type { MailKind, MailTexts } from "../../src/mail/texts.ts";

export const SITE_NAME = "Sample";

const en = defaultMailTexts(SITE_NAME);

/** The English texts with subjects of another language. */
function withSubjects(subjects: Partial<Record<MailKind, string>>): MailTexts {
  const kinds = { ...en.kinds };
  for (const [kind, subject] of Object.entries(subjects) as [MailKind, string][]) {
    kinds[kind] = { ...kinds[kind], subject };
  }
  return { ...en, kinds };
}

/** Three languages; the first is the default. */
export const MAIL_TEXTS: Record<"fr" | "en" | "pt", MailTexts> = {
  fr: withSubjects({
    confirmation: "Confirmez votre adresse e-mail",
    recovery: "Choisissez un nouveau mot de passe",
    "account-exists": "Vous avez déjà un compte",
  }),
  en,
  pt: withSubjects({
    confirmation: "Confirme seu endereço de e-mail",
    "password-changed": "Sua senha foi alterada",
  }),
};
