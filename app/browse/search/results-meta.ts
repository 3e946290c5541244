import type { MetaDescriptor } from "react-router";

import { translator } from "../../shared/i18n/translations.ts";
import type { Language } from "../../shared/i18n/languages.ts";

/**
 * Meta tags of the results page. It is `noindex`, so that search engines don't index every query.
 */
export function resultsMeta(query: string, lang: Language): MetaDescriptor[] {
  const t = translator(lang, "search");
  return [
    { title: t("metaTitle", { query }) },
    { name: "description", content: t("metaDescription", { query }) },
    { name: "robots", content: "noindex, follow" },
  ];
}
