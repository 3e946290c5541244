import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { browserClient } from "../../../shared/data/browser.ts";
import type { Client } from "../../../shared/data/client.ts";
import { StaleRowError } from "../../../shared/data/database-error.ts";
import type { TablesInsert } from "../../../shared/data/database.types.ts";
import { adminRowKeys } from "./keys.ts";

/** The tables of the catalogue that have a list and a form for administrators. */
export type CatalogueTable = "teams" | "competitions" | "seasons" | "brands";

/** The id and version of the loaded row. */
export interface Version {
  id: string;
  updated_at: string;
}

/**
 * Returns the changed row.
 * @throws {StaleRowError} if there is none: another administrator has changed or deleted it
 */
function requireChanged<Row>(row: Row | null): Row {
  if (row === null) throw new StaleRowError();
  return row;
}

/**
 * Reads and writes rows of one table; `columns` are those of `Row`. Inside, the types of one table
 * stand for all four; callers see their own table's types.
 */
export function adminTable<Row extends Version, Values extends object>(
  table: CatalogueTable,
  columns: string,
) {
  const rows = (client: Client) => client.from(table as "brands");
  const row = (data: unknown) => data as Row | null;
  return {
    async read(client: Client, id: string): Promise<Row | null> {
      const { data } = await rows(client).select(columns).eq("id", id).maybeSingle().throwOnError();
      return row(data);
    },

    /** Adds a row, or changes the loaded version. */
    async save(client: Client, values: Values, loaded?: Version): Promise<Row> {
      const written = values as TablesInsert<"brands">;
      const query = loaded
        ? rows(client).update(written).eq("id", loaded.id).eq("updated_at", loaded.updated_at)
        : rows(client).insert(written);
      const { data } = await query.select(columns).maybeSingle().throwOnError();
      return requireChanged(row(data));
    },
  };
}

/**
 * A list for administrators: all rows that match a text, in no order, because only the browser
 * knows that of the reader's language. It stays visible while others load.
 */
export function adminRowsQuery<Row>(
  table: CatalogueTable,
  fetch: (client: Client, text: string) => Promise<Row[]>,
  text = "",
) {
  return queryOptions({
    queryKey: adminRowKeys.list(table, text),
    queryFn: async () => fetch(await browserClient(), text),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Deletes a row in the loaded version. */
export async function removeRow(
  client: Client,
  table: CatalogueTable,
  { id, updated_at }: Version,
): Promise<void> {
  const { data } = await client
    .from(table)
    .delete()
    .eq("id", id)
    .eq("updated_at", updated_at)
    .select("id")
    .maybeSingle()
    .throwOnError();
  requireChanged(data);
}

/** Removes a row from every public list and choice; rows that depend on it stay. */
export async function deactivateRow(
  client: Client,
  table: Exclude<CatalogueTable, "brands">,
  id: string,
): Promise<void> {
  await client.from(table).update({ is_active: false }).eq("id", id).throwOnError();
}
