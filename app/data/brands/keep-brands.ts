import { type Excerpt, type Search, type Version, changed } from "../catalogue/keeping.ts";
import { likePattern } from "../../lib/like-pattern.ts";
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

export async function readBrandToKeep(client: Client, id: string): Promise<KeptBrand | null> {
  const { data } = await client
    .from("brands")
    .select(COLUMNS)
    .eq("id", id)
    .maybeSingle()
    .throwOnError();
  return data;
}

/** Adds a brand, or changes the version that was loaded. */
export async function saveBrand(
  client: Client,
  values: BrandValues,
  loaded?: Version,
): Promise<KeptBrand> {
  if (!loaded) {
    const { data } = await client
      .from("brands")
      .insert(values)
      .select(COLUMNS)
      .single()
      .throwOnError();
    return data;
  }
  const { data } = await client
    .from("brands")
    .update(values)
    .eq("id", loaded.id)
    .eq("updated_at", loaded.updated_at)
    .select(COLUMNS)
    .maybeSingle()
    .throwOnError();
  return changed(data);
}
