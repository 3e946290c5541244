import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { DETAIL_NAMES, type DetailName, DETAILS, says } from "../domain/copies/copy-details.ts";
import type { CopyEntry } from "../domain/copies/filter.ts";
import { partialDate } from "../domain/copies/partial-date.ts";
import { LOCALES } from "../../shared/i18n/languages.ts";
import { seasonInWords } from "../../shared/i18n/season-in-words.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { useDetailWords } from "../i18n/use-detail-words.ts";
import type { Printed } from "./inventory-sheet.tsx";

interface NamedFact {
  name: string;
  value: string;
}

/** Details that another one says along, that the line names, or that stand beside it. */
const ALONG: readonly DetailName[] = [
  ...["size_scale", "printed_name", "is_signed", "signed_by"],
  ...["price", "currency", "lent_since"],
] as DetailName[];

/** In the order of all details, but who has it: that follows its place. */
const NAMES: readonly DetailName[] = [
  ...DETAIL_NAMES.filter((name) => !ALONG.includes(name) && name !== "lent_to" && name !== "notes"),
  ...["lent_to", "notes"],
] as DetailName[];

/** What the inventory says of a copy: the jersey's facts as one line, and the copy's own with their names. */
export function useCopyFacts(
  { copy, facts }: CopyEntry,
  { places, notes }: Pick<Printed, "places" | "notes">,
): [line: string, details: NamedFact[]] {
  const { t } = useTranslation(["collectionNumbers", "common", "copies"]);
  const lang = useLanguage();
  const { nameOf, textOf } = useDetailWords();
  const line = [
    facts.team,
    facts.competition,
    facts.season ? seasonInWords(facts.season, lang) : facts.year,
    facts.kitType && t(`common:kitType.${facts.kitType}`),
    facts.brand,
  ];
  const signature = copy.signed_by
    ? t("collectionNumbers:inventory.signedBy", { name: copy.signed_by })
    : t("copies:fields.is_signed");
  const isPrinted = (name: DetailName) =>
    name === "notes"
      ? notes
      : places || (name !== "bought_from" && DETAILS[name].group !== "place");
  const valueOf = (name: DetailName): string => {
    if (name === "printed_number") {
      return [copy.printed_name, copy.printed_number].filter(Boolean).join(" ");
    }
    if (!says(copy[name])) return "";
    if (name === "size") {
      return t(`collectionNumbers:scale.${copy.size_scale ?? "adult"}`, { size: copy.size });
    }
    return name === "lent_to" && copy.lent_since
      ? t("collectionNumbers:inventory.lentSince", {
          name: copy.lent_to,
          date: partialDate(copy.lent_since, LOCALES[lang]),
        })
      : textOf(name, copy);
  };
  const details = NAMES.filter(isPrinted).flatMap((name): NamedFact[] => {
    const value = valueOf(name);
    const called =
      name === "printed_number" ? t("collectionNumbers:inventory.printed") : nameOf(name);
    return value ? [{ name: called, value }] : [];
  });
  return [[...line, copy.is_signed && signature].filter(Boolean).join(" · "), details];
}
