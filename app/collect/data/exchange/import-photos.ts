import type { Client } from "../../../shared/data/client.ts";
import { stepsOf } from "../../../shared/data/in-steps.ts";

/** The paths of copies' photos, without their endings. */
export async function readPhotoStems(
  client: Client,
  copyIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const stems = new Set<string>();
  for (const some of stepsOf(copyIds)) {
    const { data } = await client
      .from("copy_photos")
      .select("path")
      .in("copy_id", some)
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
