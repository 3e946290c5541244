import { externalLink } from "./external-link.ts";

/** A stretch of plain text, or of text that is an address. */
export interface TextPart {
  text: string;
  href?: string;
}

const ADDRESS = /https?:\/\/[^\s<>"«»“”]+/gi;

/** What ends a sentence rather than an address. */
const TRAILING = /[.,;:!?'’…*_~]+$/;

/** Takes a text apart into words and web addresses; put together again, it is the same text. */
export function linkify(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let done = 0;
  for (const { 0: match, index } of text.matchAll(ADDRESS)) {
    const address = withoutTail(match);
    const link = externalLink(address);
    if (!link) continue;
    if (index > done) parts.push({ text: text.slice(done, index) });
    parts.push({ text: address, href: link.href });
    done = index + address.length;
  }
  if (done < text.length) parts.push({ text: text.slice(done) });
  return parts;
}

/** Without the sentence's own punctuation: a bracket belongs to it unless opened in the address. */
function withoutTail(match: string): string {
  const address = match.replace(TRAILING, "");
  const unopened =
    (address.endsWith(")") && count(address, ")") > count(address, "(")) ||
    (address.endsWith("]") && count(address, "]") > count(address, "["));
  return unopened ? withoutTail(address.slice(0, -1)) : address;
}

function count(text: string, letter: string): number {
  return text.split(letter).length - 1;
}
