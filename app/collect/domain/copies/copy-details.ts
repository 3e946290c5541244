import type { Copy, CopyDetails } from "./copy.ts";

// Without zod: what shows a shelf button needs it.

/** The details in the order in which people read them. */
export const DETAIL_NAMES = [
  "size_scale",
  "size",
  "version",
  "condition",
  "printed_name",
  "printed_number",
  "is_signed",
  "signed_by",
  "certificate",
  "price",
  "currency",
  "bought_on",
  "bought_from",
  "lent_to",
  "lent_since",
  "storage_place",
  "notes",
] as const satisfies (keyof CopyDetails)[];

/** True if its owner has said anything about the copy (`private.is_detailed`). */
export function isDetailed(copy: CopyDetails & Pick<Copy, "photos">): boolean {
  const said = DETAIL_NAMES.some((name) => copy[name] !== null && copy[name] !== false);
  return said || copy.photos.length > 0;
}
