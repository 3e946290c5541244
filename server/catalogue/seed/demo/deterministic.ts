import { createHash } from "node:crypto";

/** Our own namespace, so that ids made from names never clash with others. */
const NAMESPACE = "maillotheque demonstration";

function digest(name: string): Buffer {
  return createHash("sha1").update(`${NAMESPACE} ${name}`).digest();
}

/** The id of a name, the same on every installation (UUID version 5). */
export function seededId(name: string): string {
  const bytes = digest(name).subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x50;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** A number from 0 to below 1 that looks random but is always the same for a name. */
export function seededRandom(name: string): number {
  return digest(name).readUInt32BE(0) / 2 ** 32;
}
