import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { joinSchema } from "../../../scripts/migration/schema-files.ts";

/** A folder with one migration that makes what `supabase/schemas` says. */
export function schemaFolder(undo: AsyncDisposableStack): string {
  const folder = mkdtempSync(join(tmpdir(), "schema-"));
  undo.defer(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "1_schema.sql"), joinSchema());
  return folder;
}
