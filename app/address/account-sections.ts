/** The sections of the account, as in `/account/collection`; `/account` itself is the overview. */
export const ACCOUNT_SECTIONS = [
  "collection",
  "wishlist",
  "numbers",
  "inventory",
  "submissions",
  "suggestions",
  "notices",
  "reports",
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

/**
 * Sections had anchors on `/account` once, and links in mails still have them: `#settings`. An
 * anchor that became part of another section names that one.
 */
export function sectionOfAnchor(hash: string): AccountSection | undefined {
  const anchor = hash.replace(/^#/, "");
  if (anchor === "shelves") return "collection";
  return anchor === "leave" ? "data" : asAccountSection(anchor);
}
