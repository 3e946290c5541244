import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { formatNumber } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { cx } from "../../shared/ui/cx.ts";
import type { GuessFigures } from "../data/guess.ts";

/** A player's figures, and in how many tries the games were won. */
export function Figures({ figures, isMember }: { figures: GuessFigures; isMember: boolean }) {
  const { t } = useTranslation("guess");
  const lang = useLanguage();
  const most = Math.max(1, ...figures.tries);
  return (
    <section aria-labelledby="guess-figures" className="grid gap-4">
      <h3 id="guess-figures" className="caption">
        {t("figures.title")}
      </h3>
      <div className="grid grid-cols-1 items-end gap-6 md:grid-cols-2 md:gap-12">
        <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
          {(["played", "won", "streak", "longest"] as const).map((name) => (
            <div key={name} className="flex flex-col-reverse">
              <dt className="text-sm text-muted">{t(`figures.${name}`)}</dt>
              <dd className="numeral text-4xl">{formatNumber(figures[name], lang)}</dd>
            </div>
          ))}
        </dl>
        <ol aria-label={t("figures.tries")} className="grid gap-1">
          {figures.tries.map((games, n) => (
            <li key={n} className="grid grid-cols-[1rem_1fr] items-center gap-2 text-sm">
              <span aria-hidden className="numeral">
                {n + 1}
              </span>
              <span aria-hidden className="flex items-center gap-2">
                <span
                  className={cx("h-4 rounded-sm", games > 0 ? "bg-ink" : "bg-line")}
                  style={{ width: `${Math.max(2, (games / most) * 85)}%` }}
                />
                {games > 0 && formatNumber(games, lang)}
              </span>
              <span className="sr-only">{t("figures.inTries", { n: n + 1, games })}</span>
            </li>
          ))}
        </ol>
      </div>
      {!isMember && <p className="text-sm text-muted">{t("visitor")}</p>}
    </section>
  );
}
