import type { Language } from "../i18n/languages.ts";

/** Kinds of pages with a share picture of their own; all others use the site's. */
export const SHARE_KINDS = [
  "jersey",
  "member",
  "year",
  "list",
  "team",
  "competition",
  "season",
  "trends",
  "daily",
  "site",
] as const;

export type ShareKind = (typeof SHARE_KINDS)[number];

/** The size that social sites recommend (docs/product/site.md 2.11). */
export const SHARE_SIZE = { width: 1200, height: 630 } as const;

/** Stands for the id in the path of a picture that has none. */
export const SITE_PICTURE = "maillotheque";

/**
 * The path of a share picture. The site's own and that of the trends have no
 * id; of the trends of one sport, the id is its address segment.
 */
export function shareImagePath(kind: ShareKind, id: string | undefined, lang: Language): string {
  return `/og/${kind}/${id ?? SITE_PICTURE}.${lang}.jpg`;
}

/** The id of a season's picture: its competition and its code. */
export function seasonShareId(competitionId: string, code: string): string {
  return `${competitionId}_${code}`;
}
