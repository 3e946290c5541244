import { invalidKey, StorageError } from "./errors.ts";

/** The characters every object store takes: what the hosted service allows, no others. */
const KEY = /^[\w/!.*'() &$@=;:+,?-]+$/;
const BUCKET = /^[\w!.*'() &$@=;:+,?-]{1,100}$/;

const MAX_KEY_LENGTH = 1024;

/** `folder/file.webp`, refused when any store or browser would read it as another path. */
export function validKey(key: string): string {
  const segments = key.split("/");
  const ambiguous = segments.some((segment) => ["", ".", ".."].includes(segment));
  if (ambiguous || key.length > MAX_KEY_LENGTH || !KEY.test(key)) throw invalidKey(key);
  return key;
}

export function validBucketName(name: string): string {
  if (!BUCKET.test(name) || name === "." || name === "..") {
    throw new StorageError(400, "InvalidBucketName", "Bucket name invalid", "Invalid Input");
  }
  return name;
}
