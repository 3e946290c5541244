import { allRows } from "../../../shared/data/all-rows.ts";
import { adminTable } from "./admin-rows.ts";
import { likePattern } from "../like-pattern.ts";
import type { Client } from "../../../shared/data/client.ts";
import type { Database } from "../../../shared/data/database.types.ts";

const COLUMNS = "id, name, priority, updated_at";

export type BrandValues = Pick<Database["public"]["Tables"]["brands"]["Insert"], "name">;

/** Brands. */
export function searchAdminBrands(client: Client, text: string) {
  return allRows((from, to) =>
    client
      .from("brands")
      .select(COLUMNS)
      .ilike("search_text", likePattern(text))
      .order("id")
      .range(from, to)
      .throwOnError(),
  );
}

export type AdminBrand = Awaited<ReturnType<typeof searchAdminBrands>>[number];

const table = adminTable<AdminBrand, BrandValues>("brands", COLUMNS);

export const readAdminBrand = table.read;

/** Adds a brand, or changes the version that was loaded. */
export const saveBrand = table.save;
