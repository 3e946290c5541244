import type { MetaDescriptor } from "react-router";

import { shareImagePath } from "../../../shared/head/share-image.ts";
import { type Rating, webApplication, webSite } from "../../../jersey/head/structured-data.ts";
import type { Language } from "../../../shared/i18n/languages.ts";
import { translator } from "../../../shared/i18n/translations.ts";

/** The site as search engines describe it. */
export function structuredData(
  lang: Language,
  siteUrl: string,
  rating: Rating | undefined,
): MetaDescriptor[] {
  const name = translator(lang, "common")("brand");
  const description = translator(lang, "home")("meta.description");
  const image = siteUrl + shareImagePath("site", undefined, lang);
  return [
    webSite({ siteUrl, lang, name, description }),
    webApplication({ siteUrl, lang, name, description, image, rating }),
  ];
}
