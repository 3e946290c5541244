import type { BackendOptions } from "@maillotheque/backend";
import { startTestBackend as start, type TestBackend } from "@maillotheque/backend/testing";
import { inject } from "vitest";

import { SITE_OPTIONS } from "../../server/operate/backend-options.ts";

export type { TestBackend };

/** The backend started as by the site, over HTTP, with its own database and data folder. */
export function startTestBackend(overrides: Partial<BackendOptions> = {}): Promise<TestBackend> {
  const mail = { from: "Maillothèque <bonjour@localhost>", ...SITE_OPTIONS.mail };
  return start(inject("postgresUrl"), { ...SITE_OPTIONS, mail, ...overrides });
}
