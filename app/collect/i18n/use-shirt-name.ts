import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { jerseyTeam } from "../../shared/i18n/catalogue-names.ts";
import { seasonInWords } from "../../shared/i18n/season-in-words.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import type { FormerJersey } from "../domain/copies/copy.ts";

/** A shirt without a page in words: "RC Lens · 1998-1999 · Domicile · ZIDANE 10". */
export function useShirtName() {
  const { t } = useTranslation("common");
  const lang = useLanguage();
  return (shirt: FormerJersey, print: { name: string; number: string }) =>
    [
      jerseyTeam({ team: shirt.team, teams: shirt.teams ?? null }, lang),
      shirt.season && seasonInWords(shirt.season, lang),
      shirt.kit_type && t(`kitType.${shirt.kit_type}`),
      [print.name.toUpperCase(), print.number].filter(Boolean).join(" "),
    ]
      .filter(Boolean)
      .join(" · ");
}
