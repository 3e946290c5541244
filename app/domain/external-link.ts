/** A member's link as far as it may be followed: http and https only, with the site it leads to. */
export function externalLink(text: string | null): { href: string; site: string } | undefined {
  if (!text || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:") return undefined;
  return { href: url.href, site: url.hostname.replace(/^www\./, "") };
}
