import { type ContributionKind, SUGGESTION_KINDS } from "../../shared/domain/contribution.ts";

/** The sections of the account, as in `/account/collection`; `/account` itself is the overview. */
export const ACCOUNT_SECTIONS = [
  "collection",
  "wishlist",
  "lists",
  "numbers",
  "inventory",
  "contributions",
  "notices",
  "profile",
  "settings",
  "security",
  "exchange",
  "data",
] as const;

export type AccountSection = (typeof ACCOUNT_SECTIONS)[number];

/** Reads the section of an address; undefined if there is none of this name. */
export function asAccountSection(name: string | undefined): AccountSection | undefined {
  return ACCOUNT_SECTIONS.find((section) => section === name);
}

/** Names in older links and mails, by what they lead to: some kinds of contributions. */
const FORMER = new Map<string, readonly ContributionKind[]>([
  ["submissions", ["jersey"]],
  ["suggestions", SUGGESTION_KINDS],
  ["reports", ["report"]],
]);

/** The parameters of the contributions that a former section showed, with those of its address; undefined of other names. */
export function formerSection(name: string, search: string): string | undefined {
  const kinds = FORMER.get(name);
  if (!kinds) return undefined;
  const params = new URLSearchParams(search);
  for (const kind of kinds) params.append("kind", kind);
  return `?${params}`;
}

/**
 * Sections had anchors on `/account` once, and links in mails still have them: `#settings`. An
 * anchor that became part of another section names that one.
 */
export function sectionOfAnchor(hash: string): string | undefined {
  const anchor = hash.replace(/^#/, "");
  if (anchor === "shelves") return "collection";
  if (anchor === "leave") return "data";
  return FORMER.has(anchor) ? anchor : asAccountSection(anchor);
}
