import { inject } from "vitest";

import type { BackendOptions } from "../../src/options.ts";
import { startTestBackend as start, type TestBackend } from "../../src/testing/test-backend.ts";
import { MIGRATIONS } from "./database.ts";
import { MAIL_TEXTS, SITE_NAME } from "./mail-texts.ts";

export type { TestBackend };

const DEFAULTS = {
  migrations: MIGRATIONS,
  siteName: SITE_NAME,
  mail: { from: "Sample <hello@localhost>", texts: MAIL_TEXTS, defaultLanguage: "fr" },
  pages: {
    signIn: (language) => (language === "fr" ? "/auth" : `/${language}/auth`),
    account: (language) => (language === "fr" ? "/account" : `/${language}/account`),
  },
} satisfies Partial<BackendOptions>;

/** A backend over HTTP for the test project in `migrations/`. */
export function startTestBackend(overrides: Partial<BackendOptions> = {}): Promise<TestBackend> {
  return start(inject("postgresUrl"), { ...DEFAULTS, ...overrides });
}
