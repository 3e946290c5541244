import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { likedByAtLeast, type Standing } from "../../shared/domain/leaderboard.ts";
import { formatNumber, formatPercent } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";

/** Where a jersey stands in the ranking: at least how many like it, and the votes behind that. */
export function LikedBy({ upvotes, downvotes, best }: Standing) {
  const { t } = useTranslation("catalogue");
  const lang = useLanguage();
  if (best === null) return <span className="text-sm text-muted">{t("liked.tooFew")}</span>;
  const share = formatPercent(likedByAtLeast(best), lang);
  return (
    <span className="flex flex-wrap items-baseline gap-x-2 md:grid md:justify-items-end md:text-right">
      <span className="numeral text-2xl whitespace-nowrap">
        <span className="sr-only">{t("liked.atLeast", { share })}</span>
        <span aria-hidden>{`≥ ${share}`}</span>
      </span>{" "}
      <span className="text-xs text-muted">
        {t("liked.votes", {
          up: formatNumber(upvotes, lang),
          all: formatNumber(upvotes + downvotes, lang),
        })}
      </span>
    </span>
  );
}

/** The same on a card, in words. */
export function LikedAtLeast({ best }: Pick<Standing, "best">) {
  const { t } = useTranslation("catalogue");
  const lang = useLanguage();
  return best === null
    ? t("liked.tooFew")
    : t("liked.atLeast", { share: formatPercent(likedByAtLeast(best), lang) });
}
