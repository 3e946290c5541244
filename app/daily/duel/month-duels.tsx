import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { formatDay } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import type { Duel } from "../data/duels.ts";
import { DuelResult } from "./duel-result.tsx";

/** The duels of a month with their results, the latest first. */
export function MonthDuels({ duels }: { duels: readonly Duel[] }) {
  const { t } = useTranslation("duel");
  const lang = useLanguage();
  if (duels.length === 0) return null;
  return (
    <section aria-labelledby="duels" className="grid grid-cols-1 gap-6">
      <h2 id="duels" className="heading text-2xl md:text-3xl">
        {t("ofMonth")}
      </h2>
      <ul className="grid grid-cols-1 gap-x-10 gap-y-10 lg:grid-cols-2">
        {duels.map((duel) => (
          <li key={duel.day} className="grid grid-cols-1 content-start gap-2">
            <p className="caption">
              <time dateTime={duel.day}>{formatDay(duel.day, lang)}</time> ·{" "}
              {t(`kinds.${duel.kind}`)}
            </p>
            <DuelResult {...duel} />
          </li>
        ))}
      </ul>
    </section>
  );
}
