import type { Client } from "../client.ts";
import type { TablesInsert } from "../database.types.ts";
import { publicUrl, removeImages } from "../images/upload.ts";

/** The columns that a member sets (docs/product.md 10.6); the database sets the others. */
export type NewJersey = { author_id: string } & Pick<
  TablesInsert<"jerseys">,
  | "league"
  | "competition_id"
  | "season_id"
  | "team_id"
  | "team"
  | "title"
  | "year"
  | "brand"
  | "brand_id"
  | "edition"
  | "kit_type"
  | "description"
  | "external_link"
  | "price"
>;

/** Makes a pending jersey and says its id. */
export async function insertJersey(client: Client, jersey: NewJersey): Promise<string> {
  const { data } = await client.from("jerseys").insert(jersey).select("id").single().throwOnError();
  return data.id;
}

export interface JerseyImage {
  path: string;
  alt: string;
  /** What it looks like, for moderators to find its like. */
  likeness?: string | undefined;
}

/** Gives a jersey its uploaded images, the first one as its cover; all of them or none. */
export async function insertImages(
  client: Client,
  jerseyId: string,
  images: JerseyImage[],
): Promise<void> {
  if (images.length === 0) return;
  const rows = images.map(({ path, alt, likeness }, position) => ({
    jersey_id: jerseyId,
    url: publicUrl(client, path),
    alt,
    position,
    likeness: likeness ?? null,
  }));
  await client.from("jersey_images").insert(rows).throwOnError();
}

/** Takes a submission back, with the files that were uploaded for it. */
export async function withdraw(client: Client, jerseyId: string, paths: string[]): Promise<void> {
  await client.from("jerseys").delete().eq("id", jerseyId).throwOnError();
  await removeImages(client, paths);
}

/**
 * The member's pending jersey of that title without any image, made since `since`: what an
 * insert leaves behind whose answer got lost on the way.
 */
export async function findStranded(
  client: Client,
  { author_id, title }: { author_id: string; title: string },
  since: string,
): Promise<string | undefined> {
  const { data } = await client
    .from("jerseys")
    .select("id, images:jersey_images(id)")
    .eq("author_id", author_id)
    .eq("title", title)
    .eq("status", "pending")
    .gte("created_at", since)
    .throwOnError();
  return data.find(({ images }) => images.length === 0)?.id;
}
