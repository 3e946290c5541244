import type { ObjectKey } from "../objects.ts";
import { validBucketName, validKey } from "../names.ts";

/** Bucket and name of an object, as every route about one object ends. */
export const OBJECT = "/:bucket/:name{.+}";

/** @throws {StorageError} `InvalidKey` */
export function keyOf({ bucket = "", name = "" }: Record<string, string>): ObjectKey {
  return { bucket: validBucketName(bucket), name: validKey(name) };
}
