import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { seasonInWords } from "../../shared/i18n/season-in-words.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import type { NamedJersey } from "../domain/exchange/dry-run.ts";

/** How a jersey is called among those to choose from; what its title has is not said again. */
export function useCandidateName() {
  const { t } = useTranslation("common");
  const lang = useLanguage();
  return ({ title = "", team, season, year, kit_type }: Partial<NamedJersey>) => {
    const time = season ? seasonInWords(season, lang) : String(year ?? "");
    const others = [team, time].filter((text) => text && !title.includes(text));
    return [title, ...others, kit_type && t(`kitType.${kit_type}`)].filter(Boolean).join(" · ");
  };
}
