import { type RowPage, adminTable, type RowSearch } from "../catalogue/admin-rows.ts";
import { likePattern } from "../like-pattern.ts";
import type { Client } from "../client.ts";
import type { Database } from "../database.types.ts";

const COLUMNS = "id, name, priority, updated_at";

export type BrandValues = Pick<
  Database["public"]["Tables"]["brands"]["Insert"],
  "name" | "priority"
>;

/** Brands by priority, then by name. */
export async function searchAdminBrands(client: Client, { text, length }: RowSearch) {
  const { data: rows, count } = await client
    .from("brands")
    .select(COLUMNS, { count: "exact" })
    .ilike("search_text", likePattern(text))
    .order("priority", { ascending: false })
    .order("name")
    .limit(length)
    .throwOnError();
  return { rows, count: count ?? rows.length } satisfies RowPage<unknown>;
}

export type AdminBrand = Awaited<ReturnType<typeof searchAdminBrands>>["rows"][number];

const table = adminTable<AdminBrand, BrandValues>("brands", COLUMNS);

export const readAdminBrand = table.read;

/** Adds a brand, or changes the version that was loaded. */
export const saveBrand = table.save;
