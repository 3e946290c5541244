import type { CollectionFile } from "./collection-file.ts";
import type { Limits } from "../../../shared/domain/import/read-table.ts";

const LISTS = ["copies", "wishes", "votes", "submissions"] as const;
/** Room for what surrounds the lists. */
const FRAME_BYTES = 1000;

/**
 * A collection as files that can be imported again: one, as far as it goes. Each is complete for itself.
 * @param limits of a file that is imported
 */
export function splitCollection(file: CollectionFile, { rows, bytes }: Limits): CollectionFile[] {
  const encoder = new TextEncoder();
  const empty = (): CollectionFile => ({
    ...file,
    copies: [],
    wishes: [],
    votes: [],
    submissions: [],
  });
  const parts = [empty()];
  let lines = 0;
  let size = FRAME_BYTES;
  for (const list of LISTS) {
    for (const item of file[list]) {
      const itemBytes = encoder.encode(JSON.stringify(item)).length + 1;
      if (lines + 1 > rows || (lines > 0 && size + itemBytes > bytes)) {
        parts.push(empty());
        lines = 0;
        size = FRAME_BYTES;
      }
      (parts.at(-1)![list] as unknown[]).push(item);
      lines += 1;
      size += itemBytes;
    }
  }
  return parts;
}
