import { reportedContent } from "../../../shared/domain/reported-content.ts";

/**
 * A link that opens a mail to the operator with a line for each question of the form. The address
 * of the content is filled in if it names a jersey or a comment of this site.
 */
export function reportMailLink({
  contact,
  subject,
  lines: [first, ...others],
  address,
  siteUrl,
}: {
  contact: string;
  subject: string;
  /** The questions; the first asks for the address. */
  lines: string[];
  address: string;
  siteUrl: string;
}): string {
  const content = contentAddress(address, siteUrl);
  const body = [`${first}\r\n${content}`, ...others.map((line) => `${line}\r\n`)].join("\r\n\r\n");
  const query = Object.entries({ subject, body })
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("&");
  return `mailto:${encodeURIComponent(contact).replace("%40", "@")}?${query}`;
}

function contentAddress(address: string, siteUrl: string): string {
  const url = URL.parse(address, siteUrl);
  if (!url || url.origin !== new URL(siteUrl).origin || !reportedContent(address)) return "";
  return url.href;
}
