import type { CatalogueTable } from "./admin-rows.ts";

export const adminRowKeys = {
  table: (table: CatalogueTable) => ["admin-rows", table] as const,
  list: (table: CatalogueTable, text: string) => [...adminRowKeys.table(table), text] as const,
  merge: (fromId: string, intoId: string | undefined) =>
    [...adminRowKeys.table("teams"), "merge", fromId, intoId] as const,
};
