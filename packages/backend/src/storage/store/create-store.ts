import type { S3Options } from "../../options.ts";
import { fileSystemStore } from "./file-system.ts";
import type { FileStore } from "./store.ts";

/** Creates the store of the settings. The S3 library is loaded only if it is used. */
export async function createStore(directory: string, s3?: S3Options): Promise<FileStore> {
  if (!s3) return fileSystemStore(directory);
  const { s3Store } = await import("./s3.ts");
  return s3Store(s3);
}
