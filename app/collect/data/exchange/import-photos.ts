import type { Client } from "../../../shared/data/client.ts";
import { AT_ONCE } from "../../../shared/data/in-steps.ts";

/** The paths of copies' photos, without their endings. */
export async function readPhotoStems(
  client: Client,
  copyIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const stems = new Set<string>();
  for (let from = 0; from < copyIds.length; from += AT_ONCE) {
    const { data } = await client
      .from("copy_photos")
      .select("path")
      .in("copy_id", copyIds.slice(from, from + AT_ONCE))
      .throwOnError();
    for (const { path } of data) stems.add(path.replace(/\.\w+$/, ""));
  }
  return stems;
}

/** Shows a photo that was uploaded; idempotent. */
export async function attachPhoto(
  client: Client,
  row: { copy_id: string; import_id: string; path: string; position: number },
): Promise<void> {
  await client
    .from("copy_photos")
    .upsert(row, { onConflict: "path", ignoreDuplicates: true })
    .throwOnError();
}
