import { storedUrl } from "../../../shared/address/image-url.ts";
import type { Client } from "../../../shared/data/client.ts";
import { type ImageRights, rightsColumns } from "../../../shared/domain/rules/image-rules.ts";
import type { TablesInsert } from "../../../shared/data/database.types.ts";
import type { JerseyFactName } from "../../../shared/domain/facts/jersey.ts";

/** What a member sets (docs/product/contribute.md 10.6); the database sets the other columns. */
export type NewJersey = { author_id: string } & Pick<TablesInsert<"jerseys">, JerseyFactName>;

/** Adds a pending jersey under an id of the client's; idempotent. */
export async function insertJersey(client: Client, id: string, jersey: NewJersey): Promise<void> {
  await client
    .from("jerseys")
    .upsert({ id, ...jersey }, { onConflict: "id", ignoreDuplicates: true })
    .throwOnError();
}

export interface JerseyImage {
  path: string;
  alt: string;
  /** The picture's likeness, for finding duplicates. */
  likeness?: string | undefined;
  rights: ImageRights;
}

/**
 * Gives a jersey its uploaded images, the first one as its cover: all of them or none; idempotent.
 */
export async function insertImages(
  client: Client,
  jerseyId: string,
  title: string,
  images: (Omit<JerseyImage, "alt" | "rights"> & { id: string })[],
  rights: ImageRights,
): Promise<void> {
  if (images.length === 0) return;
  const rows = images.map(({ id, path, likeness }, position) => ({
    id,
    jersey_id: jerseyId,
    url: storedUrl(path),
    alt: position === 0 ? title : `${title} (${position + 1})`,
    position,
    likeness: likeness ?? null,
    ...rightsColumns(rights),
  }));
  await client
    .from("jersey_images")
    .upsert(rows, { onConflict: "id", ignoreDuplicates: true })
    .throwOnError();
}
