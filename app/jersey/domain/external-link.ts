/** A member's link if it is safe to follow (http and https only), with its site. */
export function externalLink(text: string | null): { href: string; site: string } | undefined {
  if (!text || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:") return undefined;
  return { href: url.href, site: url.hostname.replace(/^www\./, "") };
}
