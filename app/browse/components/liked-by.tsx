import { useTranslation } from "react-i18next";

import { likedByAtLeast, type Standing } from "../../shared/domain/leaderboard.ts";
import { formatNumber, formatPercent } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";

/** Where a jersey stands in the ranking: at least how many like it, and the votes behind that. */
export function LikedBy({ upvotes, downvotes, best }: Standing) {
  const { t } = useTranslation("catalogue");
  const lang = useLanguage();
  if (best === null) return <LikedShare best={best} />;
  return (
    <span className="grid justify-items-end text-right">
      <LikedShare best={best} />{" "}
      <span className="text-xs text-muted text-balance max-md:max-w-18">
        {t("liked.votes", {
          up: formatNumber(upvotes, lang),
          all: formatNumber(upvotes + downvotes, lang),
        })}
      </span>
    </span>
  );
}

/** At least how many like a jersey, alone: where there is no room for the votes. */
export function LikedShare({ best }: Pick<Standing, "best">) {
  const { t } = useTranslation("catalogue");
  const lang = useLanguage();
  if (best === null) return <span className="liked-few">{t("liked.tooFew")}</span>;
  const share = formatPercent(likedByAtLeast(best), lang);
  return (
    <span className="numeral text-2xl whitespace-nowrap">
      <span className="sr-only">{t("liked.atLeast", { share })}</span>
      <span aria-hidden>{share}</span>
    </span>
  );
}
