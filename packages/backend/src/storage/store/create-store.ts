import type { S3Settings } from "../../context.ts";
import { fileSystemStore } from "./file-system.ts";
import type { FileStore } from "./store.ts";

/** The store the settings ask for. The S3 library is loaded only where it is used. */
export async function createStore(directory: string, s3?: S3Settings): Promise<FileStore> {
  if (!s3) return fileSystemStore(directory);
  const { s3Store } = await import("./s3.ts");
  return s3Store(s3);
}
