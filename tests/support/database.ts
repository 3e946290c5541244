import { createTestDatabase as create, type TestDatabase } from "@maillotheque/backend/testing";
import { join } from "node:path";
import { inject } from "vitest";

import { SITE_OPTIONS } from "../../server/operate/backend-options.ts";

export type { TestDatabase };

export const SUPABASE_DIR = join(import.meta.dirname, "../../supabase");

/** A database per test file, with the site's schema or with that of another folder. */
export function createTestDatabase(migrations = SITE_OPTIONS.migrations): Promise<TestDatabase> {
  return create({ postgresUrl: inject("postgresUrl"), migrations });
}
