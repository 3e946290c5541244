import type { Language } from "../i18n/languages.ts";

/**
 * The path of a jersey's photo or drawing alone, as a JPEG of 320 pixels: mail programs show no SVG, and not all of them
 * WebP. `parseShareImage()` reads it.
 */
export function smallPicturePath(jerseyId: string, lang: Language): string {
  return `/og/jersey/${jerseyId}_small.${lang}.jpg`;
}
