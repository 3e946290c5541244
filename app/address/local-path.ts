/**
 * A path of this site out of an address somebody else may have written (`?next=`), or undefined:
 * a link to our sign-in page must not lead to another site afterwards.
 */
export function localPath(value: string | null | undefined): string | undefined {
  if (!value?.startsWith("/")) return undefined;
  const base = "https://own.invalid";
  // Resolving catches what a prefix check doesn't: `//host`, `/\host`, tabs inside of them.
  if (!URL.canParse(value, base)) return undefined;
  const url = new URL(value, base);
  return url.origin === base ? url.pathname + url.search + url.hash : undefined;
}
