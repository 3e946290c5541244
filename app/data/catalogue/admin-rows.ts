import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { browserClient } from "../browser.ts";
import type { Client } from "../client.ts";
import { StaleRowError } from "../database-error.ts";
import type { TablesInsert } from "../database.types.ts";
import { adminRowKeys } from "./keys.ts";

/** The tables of the catalogue, each with a list and a form of its own. */
export type CatalogueTable = "teams" | "competitions" | "seasons" | "brands";

/** Which row was loaded, and in which version. */
export interface Version {
  id: string;
  updated_at: string;
}

/** The beginning of a list, and how long it is as a whole. */
export interface RowPage<Row> {
  rows: Row[];
  count: number;
}

/** What an administrator looks for. */
export interface RowSearch {
  text: string;
  length: number;
}

/** The row that a change returns; none means that its version is not the newest any more. */
export function requireChanged<Row>(row: Row | null): Row {
  if (row === null) throw new StaleRowError();
  return row;
}

/**
 * Reads and writes rows of one table; `columns` are those of `Row`. One table's types stand for all
 * four inside: the caller's are what counts.
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

    /** Adds a row, or changes the version that was loaded. */
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

/** A list for administrators: grows with `length`, and stays on show while it does. */
export function adminRowsQuery<Row>(
  table: CatalogueTable,
  fetch: (client: Client, search: RowSearch) => Promise<RowPage<Row>>,
  search: RowSearch,
) {
  return queryOptions({
    queryKey: adminRowKeys.list(table, search),
    queryFn: async () => fetch(await browserClient(), search),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Deletes a row in the version that was on show. */
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

/** Takes a row out of every public list and choice; what depends on it stays. */
export async function deactivateRow(
  client: Client,
  table: Exclude<CatalogueTable, "brands">,
  id: string,
): Promise<void> {
  await client.from(table).update({ is_active: false }).eq("id", id).throwOnError();
}
