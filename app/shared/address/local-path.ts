/**
 * The path of this site in an address that others may have written (`?next=`), or undefined. A link
 * to our sign-in page must not lead to another site afterwards.
 */
export function localPath(value: string | null | undefined): string | undefined {
  if (!value?.startsWith("/")) return undefined;
  const base = "https://own.invalid";
  // Resolving the address catches what a prefix check misses: `//host`, `/\host`, tabs inside them.
  if (!URL.canParse(value, base)) return undefined;
  const { origin, pathname, search, hash } = new URL(value, base);
  // What is left of `/.//host` would name another host.
  if (origin !== base || pathname.startsWith("//")) return undefined;
  return pathname + search + hash;
}
