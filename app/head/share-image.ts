import { isUuid } from "../domain/uuid.ts";
import { isLanguage, type Language } from "../i18n/languages.ts";

/** What has a picture of its own when its page is shared; everything else shows the site's. */
export const SHARE_KINDS = ["jersey", "team", "competition", "site"] as const;

export type ShareKind = (typeof SHARE_KINDS)[number];

/** The size that social sites ask for (docs/product.md 2.11). */
export const SHARE_SIZE = { width: 1200, height: 630 } as const;

const SITE = "maillotheque";

/** The path of the picture that the server draws; the site itself has no id. */
export function shareImagePath(kind: ShareKind, id: string | undefined, lang: Language): string {
  return `/og/${kind}/${id ?? SITE}.${lang}.jpg`;
}

/** What a path names; undefined where it names no picture. */
export function parseShareImage(kind: string | undefined, file: string | undefined) {
  const [id = "", lang, ending, ...rest] = (file ?? "").split(".");
  const known = SHARE_KINDS.find((each) => each === kind);
  if (!known || !isLanguage(lang) || ending !== "jpg" || rest.length > 0) return undefined;
  if (known === "site" ? id !== SITE : !isUuid(id)) return undefined;
  return { kind: known, id: id.toLowerCase(), lang };
}
