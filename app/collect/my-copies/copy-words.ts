import { useMemo } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { copyPlaces } from "../domain/copies/copy-places.ts";
import type { CopyEntry } from "../domain/copies/filter.ts";
import { useDetailWords } from "../i18n/use-detail-words.ts";

/** What the list says of a copy, in the reader's language. */
export function useCopyWords() {
  const { t } = useTranslation(["copies", "common"]);
  const { label, textOf } = useDetailWords();
  return {
    title: ({ facts }: CopyEntry) => facts.title ?? t("copies:list.unknown"),
    size: ({ copy: { size, size_scale: scale } }: CopyEntry) =>
      [size, scale && scale !== "adult" && label("size_scale", scale)].filter(Boolean).join(" · "),
    version: ({ copy }: CopyEntry) => textOf("version", copy),
    condition: ({ copy }: CopyEntry) => textOf("condition", copy),
    kit: ({ facts: { kitType } }: CopyEntry) => (kitType ? t(`common:kitType.${kitType}`) : ""),
    print: ({ copy: { printed_name, printed_number } }: CopyEntry) =>
      [printed_name, printed_number].filter(Boolean).join(" "),
    price: ({ copy }: CopyEntry) => textOf("price", copy),
    lent: ({ copy: { lent_to: name } }: CopyEntry) =>
      name ? t("copies:list.lentTo", { name }) : "",
  };
}

/** What the buttons of each copy call it: its title, with a number where several have the same. */
export function useCopyNames(entries: readonly CopyEntry[]): ReadonlyMap<string, string> {
  const { t } = useTranslation("copies");
  return useMemo(() => {
    const titleOf = ({ facts }: CopyEntry) => facts.title ?? t("list.unknown");
    const places = copyPlaces(entries, titleOf);
    return new Map(
      entries.map((entry) => {
        const [title, n] = [titleOf(entry), places.get(entry.copy.id)];
        return [entry.copy.id, n === undefined ? title : t("list.nth", { title, n })];
      }),
    );
  }, [entries, t]);
}
