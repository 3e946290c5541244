import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useVoteCounts } from "../data/votes/use-vote-counts.ts";
import { formatTenths } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { rating } from "../../shared/domain/rating.ts";

/**
 * The one figure of a jersey's page (docs/product/jersey.md 5.6). It follows the member's vote; the counts are on
 * the vote buttons.
 */
export function Rating({ jersey }: { jersey: { id: string; upvotes: number; downvotes: number } }) {
  const { t } = useTranslation("jersey");
  const lang = useLanguage();
  const stars = rating(useVoteCounts(jersey));
  return (
    <dl className="text-right max-md:col-start-2 max-md:row-span-2 max-md:row-start-1 md:col-span-2 md:mt-3 md:text-left">
      <dt className="sr-only">{t("rating")}</dt>
      <dd aria-live="polite">
        {stars === undefined ? (
          <span className="text-sm text-muted">{t("noRating")}</span>
        ) : (
          <>
            <span className="sr-only">
              {t("ratingValue", { rating: formatTenths(stars, lang) })}
            </span>
            <span aria-hidden className="numeral text-4xl">
              {formatTenths(stars, lang)}
              <span className="text-2xl text-muted">/5</span>
            </span>
          </>
        )}
      </dd>
    </dl>
  );
}
