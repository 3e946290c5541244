import { externalLink } from "./external-link.ts";

/** A part of a text: plain, or a web address. */
export interface TextPart {
  text: string;
  href?: string;
}

const ADDRESS = /https?:\/\/[^\s<>"«»“”]+/gi;

/** Punctuation that ends a sentence, not an address. */
const TRAILING = /[.,;:!?'’…*_~]+$/;

/** Splits a text into plain parts and web addresses; joined, they are the same text. */
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

/**
 * The address without the sentence's punctuation. A closing bracket is punctuation unless the
 * address opens it.
 */
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
