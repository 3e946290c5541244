import { invalidKey, StorageError } from "./errors.ts";

/** The characters that every object store accepts: the same as in the hosted service. */
const KEY = /^[\w/!.*'() &$@=;:+,?-]+$/;
const BUCKET = /^[\w!.*'() &$@=;:+,?-]{1,100}$/;

const MAX_KEY_LENGTH = 1024;

/**
 * Returns a key such as `folder/file.webp`. Refuses keys that a store or browser would read as
 * another path.
 */
export function validKey(key: string): string {
  const segments = key.split("/");
  const ambiguous = segments.some((segment) => ["", ".", ".."].includes(segment));
  if (ambiguous || key.length > MAX_KEY_LENGTH || !KEY.test(key)) throw invalidKey(key);
  return key;
}

/** Returns a valid bucket name. @throws {StorageError} `InvalidBucketName` */
export function validBucketName(name: string): string {
  if (!BUCKET.test(name) || name === "." || name === "..") {
    throw new StorageError(400, "InvalidBucketName", "Bucket name invalid", "Invalid Input");
  }
  return name;
}
