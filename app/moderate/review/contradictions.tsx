import { TriangleAlert } from "lucide-react";

import { seasonInWords } from "../../shared/i18n/season-in-words.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { contradictionsOf } from "../domain/contradictions.ts";

/** Marks what contradicts itself. */
export function Contradictions({ of }: { of: Parameters<typeof contradictionsOf>[0] }) {
  const { t } = useTranslation("review");
  const lang = useLanguage();
  const found = contradictionsOf(of);
  if (found.length === 0) return null;
  return (
    <ul className="grid gap-1 text-sm font-semibold text-danger">
      {found.map((what) => (
        <li key={what} className="flex items-center gap-2">
          <TriangleAlert aria-hidden className="size-4 shrink-0" />
          {t(`contradictions.${what}`, {
            year: of.year ?? "",
            season: of.season ? seasonInWords(of.season, lang) : "",
          })}
        </li>
      ))}
    </ul>
  );
}
