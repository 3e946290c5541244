import type { CatalogueTable } from "./admin-rows.ts";

export const adminRowKeys = {
  table: (table: CatalogueTable) => ["admin-rows", table] as const,
  list: (table: CatalogueTable, text: string) => [...adminRowKeys.table(table), text] as const,
  mergeTargets: (fromId: string, text: string) => ["team-merge", "targets", fromId, text] as const,
  /** Not of the table: read again after the merge, it would ask about a team that is gone. */
  merge: (fromId: string, intoId: string) => ["team-merge", fromId, intoId] as const,
};
