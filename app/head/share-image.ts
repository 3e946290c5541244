import { seasonName } from "../domain/season.ts";
import { isUuid } from "../domain/uuid.ts";
import { isLanguage, type Language } from "../i18n/languages.ts";

/** Kinds of pages with a share picture of their own; all others use the site's. */
export const SHARE_KINDS = ["jersey", "team", "competition", "season", "site"] as const;

export type ShareKind = (typeof SHARE_KINDS)[number];

/** The size that social sites recommend (docs/product.md 2.11). */
export const SHARE_SIZE = { width: 1200, height: 630 } as const;

const SITE = "maillotheque";

/** The path of a share picture; the site's own has no id. */
export function shareImagePath(kind: ShareKind, id: string | undefined, lang: Language): string {
  return `/og/${kind}/${id ?? SITE}.${lang}.jpg`;
}

/** The kind and id in a path; undefined if it isn't a share picture's. */
export function parseShareImage(kind: string | undefined, file: string | undefined) {
  const [id = "", lang, ending, ...rest] = (file ?? "").split(".");
  const known = SHARE_KINDS.find((each) => each === kind);
  if (!known || !isLanguage(lang) || ending !== "jpg" || rest.length > 0) return undefined;
  if (!isIdOf(known, id)) return undefined;
  return { kind: known, id: id.toLowerCase(), lang };
}

function isIdOf(kind: ShareKind, id: string): boolean {
  if (kind === "site") return id === SITE;
  return kind === "season" ? seasonOfShareId(id) !== undefined : isUuid(id);
}

/** The id of a season's picture: its competition and its code. */
export function seasonShareId(competitionId: string, code: string): string {
  return `${competitionId}_${code}`;
}

/** The inverse of `seasonShareId`; undefined for any other text. */
export function seasonOfShareId(id: string) {
  const [competitionId = "", code = "", ...rest] = id.split("_");
  const isSeason = isUuid(competitionId) && seasonName(code) !== undefined && rest.length === 0;
  return isSeason ? { competitionId, code } : undefined;
}
