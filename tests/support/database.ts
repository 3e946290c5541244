import { createTestDatabase as create, type TestDatabase } from "@maillotheque/backend/testing";
import { join } from "node:path";
import { inject } from "vitest";

import { SITE_OPTIONS } from "../../server/backend-options.ts";

export type { TestDatabase };

export const SUPABASE_DIR = join(import.meta.dirname, "../../supabase");

/** A database per test file, with the site's schema. */
export function createTestDatabase(): Promise<TestDatabase> {
  const { migrations } = SITE_OPTIONS;
  return create({ postgresUrl: inject("postgresUrl"), migrations });
}
