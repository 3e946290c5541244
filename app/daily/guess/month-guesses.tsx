import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useHref } from "../../shared/address/use-href.ts";
import { PlainLink } from "../../shared/components/plain-link.tsx";
import { formatDay } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import type { GuessDay } from "../data/guess-days.ts";
import { Bands } from "./bands.tsx";

/** The ways to the guesses of a month, each with its colours. */
export function MonthGuesses({ guesses }: { guesses: readonly GuessDay[] }) {
  const { t } = useTranslation("guess");
  const lang = useLanguage();
  const to = useHref();
  return (
    <section aria-labelledby="guesses" className="grid grid-cols-1 gap-4">
      <h2 id="guesses" className="heading text-2xl md:text-3xl">
        {t("archive")}
      </h2>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(4rem,1fr))] gap-2">
        {guesses.map(({ day, palette }) => (
          <li key={day}>
            <PlainLink
              to={`${to("today", {})}?guess=${day}`}
              aria-label={formatDay(day, lang)}
              className="block rounded-xl transition-transform hover:scale-105"
            >
              <Bands palette={palette} mark={String(Number(day.slice(-2)))} isSmall />
            </PlainLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
