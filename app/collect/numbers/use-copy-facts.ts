import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import type { CopyEntry } from "../domain/copies/filter.ts";
import { partialDate } from "../domain/copies/partial-date.ts";
import { LOCALES } from "../../shared/i18n/languages.ts";
import { seasonInWords } from "../../shared/i18n/season-in-words.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import type { Printed } from "./inventory-sheet.tsx";

interface NamedFact {
  name: string;
  value: string;
}

/** What the inventory says of a copy: the jersey's facts as one line, and the copy's own with their names. */
export function useCopyFacts(
  { copy, facts }: CopyEntry,
  { places, notes }: Pick<Printed, "places" | "notes">,
): [line: string, details: NamedFact[]] {
  const { t } = useTranslation(["collectionNumbers", "common"]);
  const lang = useLanguage();
  const locale = LOCALES[lang];
  const date = (value: string | null) => value && partialDate(value, locale);
  const line = [
    facts.team,
    facts.competition,
    facts.season ? seasonInWords(facts.season, lang) : facts.year,
    facts.kitType && t(`common:kitType.${facts.kitType}`),
    facts.brand,
  ];
  const signature = copy.signed_by
    ? t("collectionNumbers:inventory.signedBy", { name: copy.signed_by })
    : t("collectionNumbers:inventory.signed");
  const lent =
    copy.lent_to && copy.lent_since
      ? t("collectionNumbers:inventory.lentSince", {
          name: copy.lent_to,
          date: date(copy.lent_since),
        })
      : copy.lent_to;
  const size =
    copy.size && t(`collectionNumbers:scale.${copy.size_scale ?? "adult"}`, { size: copy.size });
  const named = {
    size,
    version: copy.version && t(`collectionNumbers:version.${copy.version}`),
    condition: copy.condition && t(`collectionNumbers:condition.${copy.condition}`),
    printed: [copy.printed_name, copy.printed_number].filter(Boolean).join(" "),
    certificate: copy.certificate,
    bought_on: date(copy.bought_on),
    ...(places && {
      bought_from: copy.bought_from,
      storage_place: copy.storage_place,
      lent,
    }),
    ...(notes && { notes: copy.notes }),
  };
  const details = Object.entries(named).flatMap(([key, value]): NamedFact[] =>
    value
      ? [{ name: t(`collectionNumbers:inventory.facts.${key as keyof typeof named}`), value }]
      : [],
  );
  return [[...line, copy.is_signed && signature].filter(Boolean).join(" · "), details];
}
