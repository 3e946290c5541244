import { type Excerpt, keeperOf, type Search } from "../catalogue/admin-catalogue.ts";
import { likePattern } from "../like-pattern.ts";
import type { Client } from "../client.ts";
import type { Database } from "../database.types.ts";

const COLUMNS = "id, name, priority, updated_at";

export type BrandValues = Pick<
  Database["public"]["Tables"]["brands"]["Insert"],
  "name" | "priority"
>;

/** Brands by priority, then by name. */
export async function fetchBrandsToKeep(client: Client, { text, length }: Search) {
  const { data: rows, count } = await client
    .from("brands")
    .select(COLUMNS, { count: "exact" })
    .ilike("search_text", likePattern(text))
    .order("priority", { ascending: false })
    .order("name")
    .limit(length)
    .throwOnError();
  return { rows, count: count ?? rows.length } satisfies Excerpt<unknown>;
}

export type KeptBrand = Awaited<ReturnType<typeof fetchBrandsToKeep>>["rows"][number];

const keeper = keeperOf<KeptBrand, BrandValues>("brands", COLUMNS);

export const readBrandToKeep = keeper.read;

/** Adds a brand, or changes the version that was loaded. */
export const saveBrand = keeper.save;
