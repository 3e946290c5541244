import type { BackendOptions, MailOptions } from "@maillotheque/backend";
import { join } from "node:path";

import { DEFAULT_LANGUAGE, type Language } from "../../app/shared/i18n/languages.ts";
import { IMAGE_QUALITY, IMAGE_WIDTHS } from "../../app/shared/address/image-url.ts";
import { href } from "../../app/shared/address/paths.ts";
import { LEAST_SIDE } from "../../app/shared/domain/rules/image-rules.ts";
import { ACCOUNT_MAIL_TEXTS } from "../mail/texts/texts.ts";

export const SITE_NAME = "Maillothèque";

/** Name of the embedded PostgreSQL's database. */
export const DATABASE_NAME = "maillotheque";

const SUPABASE = join(import.meta.dirname, "../../supabase");

/** The backend's options that are the same for every installation. */
export const SITE_OPTIONS = {
  siteName: SITE_NAME,
  migrations: join(SUPABASE, "migrations"),
  mail: { texts: ACCOUNT_MAIL_TEXTS, defaultLanguage: DEFAULT_LANGUAGE },
  pages: {
    signIn: (language) => href("auth", {}, language as Language),
    confirm: (language) => href("confirm", {}, language as Language),
    account: (language) => href("accountSection", { section: "security" }, language as Language),
  },
  storage: {
    renderings: {
      jerseys: { widths: IMAGE_WIDTHS, qualities: [IMAGE_QUALITY], formats: ["origin", "webp"] },
      // A small version is beside each photo.
      copies: { widths: [], qualities: [], formats: [] },
    },
    leastSides: { jerseys: LEAST_SIDE },
    pictures: ["jerseys", "copies"],
  },
} satisfies Pick<BackendOptions, "siteName" | "migrations" | "pages" | "storage"> & {
  mail: Pick<MailOptions, "texts" | "defaultLanguage">;
};
