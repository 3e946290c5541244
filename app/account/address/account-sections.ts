/** The sections of the account, as in `/account/collection`; `/account` itself shows the contributions. */
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
