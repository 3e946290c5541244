import { useTranslation } from "react-i18next";

import type { CopyEntry } from "../../domain/copies/filter.ts";
import { LOCALES } from "../../i18n/languages.ts";
import { useLanguage } from "../../i18n/use-language.ts";

/** What the list says of a copy, in the reader's language. */
export function useCopyWords() {
  const { t } = useTranslation(["copies", "common"]);
  const lang = useLanguage();
  return {
    title: ({ facts }: CopyEntry) => facts.title ?? t("copies:list.unknown"),
    size: ({ copy: { size, size_scale: scale } }: CopyEntry) =>
      [size, scale && scale !== "adult" && t(`copies:sizeScale.${scale}`)]
        .filter(Boolean)
        .join(" · "),
    version: ({ copy: { version } }: CopyEntry) => (version ? t(`copies:version.${version}`) : ""),
    condition: ({ copy: { condition } }: CopyEntry) =>
      condition ? t(`copies:condition.${condition}`) : "",
    kit: ({ facts: { kitType } }: CopyEntry) => (kitType ? t(`common:kitType.${kitType}`) : ""),
    print: ({ copy: { printed_name, printed_number } }: CopyEntry) =>
      [printed_name, printed_number].filter(Boolean).join(" "),
    price: ({ copy: { price, currency } }: CopyEntry) =>
      price === null || currency === null
        ? ""
        : new Intl.NumberFormat(LOCALES[lang], {
            style: "currency",
            currency,
            trailingZeroDisplay: "stripIfInteger",
          }).format(price),
    lent: ({ copy: { lent_to: name } }: CopyEntry) =>
      name ? t("copies:list.lentTo", { name }) : "",
  };
}
