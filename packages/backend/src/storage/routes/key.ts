import type { ObjectKey } from "../objects.ts";
import { validBucketName, validKey } from "../names.ts";

/** The end of every path of one object: bucket and name. */
export const OBJECT = "/:bucket/:name{.+}";

/** Validates bucket and name. @throws {StorageError} `InvalidKey` */
export function keyOf({ bucket = "", name = "" }: Record<string, string>): ObjectKey {
  return { bucket: validBucketName(bucket), name: validKey(name) };
}
