import { join } from "node:path";
import { inject } from "vitest";

import {
  createTestDatabase as create,
  type TestDatabase,
} from "../../src/testing/test-database.ts";

export type { TestDatabase };

export const MIGRATIONS = join(import.meta.dirname, "migrations");

/** A database per test file, with the schema of the test project in `migrations/`. */
export function createTestDatabase(): Promise<TestDatabase> {
  return create({ postgresUrl: inject("postgresUrl"), migrations: MIGRATIONS });
}
