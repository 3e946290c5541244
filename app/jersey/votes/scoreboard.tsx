import { type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { useVoteCounts } from "../data/votes/use-vote-counts.ts";
import { likedByAtLeast } from "../../shared/domain/leaderboard.ts";
import {
  formatNumber,
  formatPercent,
  formatRating,
  formatScore,
} from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { rating } from "../../shared/domain/rating.ts";

/**
 * The rating as one large numeral; below it, small, score and at least how many like the jersey, each with what it
 * means. Rating and score follow the member's vote; the ranking counts it later (docs/product/browse.md 24).
 */
export function Scoreboard({
  jersey,
  best,
}: {
  jersey: { id: string; upvotes: number; downvotes: number };
  /** The bound of the ranking, null for too few votes; undefined for a jersey that isn't public. */
  best?: number | null | undefined;
}) {
  const { t } = useTranslation("jersey");
  const { t: common } = useTranslation();
  const { t: words } = useTranslation("catalogue");
  const lang = useLanguage();
  const { upvotes, downvotes } = useVoteCounts(jersey);
  const stars = rating({ upvotes, downvotes });
  const share = typeof best === "number" ? formatPercent(likedByAtLeast(best), lang) : undefined;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-3 border-y border-line py-5">
      <div className="col-span-2 grid grid-cols-subgrid items-center">
        <dt className="caption col-start-2 self-end">{t("rating")}</dt>
        <dd className="numeral col-start-1 row-span-2 row-start-1 text-4xl">
          {stars === undefined ? (
            <span aria-hidden>–</span>
          ) : (
            <>
              <span className="sr-only">
                {t("ratingValue", { rating: formatRating(stars, lang) })}
              </span>
              <span aria-hidden>
                {formatRating(stars, lang)}
                <span className="text-2xl text-muted">/5</span>
              </span>
            </>
          )}
        </dd>
        <dd className="col-start-2 self-start text-sm text-muted">
          {stars === undefined
            ? t("noRating")
            : words("liked.votes", {
                up: formatNumber(upvotes, lang),
                all: formatNumber(upvotes + downvotes, lang),
              })}
        </dd>
      </div>
      <Figure
        label={common("score")}
        value={formatScore(upvotes - downvotes, lang)}
        meaning={t("scoreMeaning")}
      />
      {best !== undefined && (
        <Figure
          label={words("liked.label")}
          value={
            share === undefined ? (
              "–"
            ) : (
              <>
                <span className="sr-only">{words("liked.atLeast", { share })}</span>
                <span aria-hidden>{share}</span>
              </>
            )
          }
          meaning={t(share === undefined ? "likedTooFew" : "likedMeaning")}
        />
      )}
    </dl>
  );
}

/** A figure beside the leading one. */
function Figure({ label, value, meaning }: { label: string; value: ReactNode; meaning: string }) {
  return (
    <div className="col-span-2 grid grid-cols-subgrid items-baseline">
      <dt className="col-start-2 row-start-1 text-sm font-medium">{label}</dt>
      <dd className="numeral col-start-1 row-start-1 text-xl">{value}</dd>
      <dd className="col-start-2 text-sm text-muted">{meaning}</dd>
    </div>
  );
}
