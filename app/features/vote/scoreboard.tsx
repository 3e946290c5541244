import { useTranslation } from "react-i18next";

import { useVoteCounts } from "../../data/votes/use-vote-counts.ts";
import { likedByAtLeast } from "../../domain/leaderboard.ts";
import { formatPercent, formatRating, formatScore } from "../../i18n/format.ts";
import { useLanguage } from "../../i18n/use-language.ts";
import { rating } from "../../domain/rating.ts";

/**
 * Year, score, rating, and at least how many like it, as large numerals. Score and rating follow the member's vote; the
 * ranking counts it later (docs/product.md 24).
 */
export function Scoreboard({
  jersey,
  best,
}: {
  jersey: { id: string; upvotes: number; downvotes: number; year: number | null };
  /** The bound of the ranking, null for too few votes; undefined for a jersey that isn't public. */
  best?: number | null | undefined;
}) {
  const { t } = useTranslation("jersey");
  const { t: common } = useTranslation();
  const { t: words } = useTranslation("catalogue");
  const lang = useLanguage();
  const voteState = useVoteCounts(jersey);
  const stars = rating(voteState);
  const likedFigure = (bound: number | null) => {
    if (bound === null) return { label: words("liked.tooFew"), value: "–" };
    const share = formatPercent(likedByAtLeast(bound), lang);
    return {
      label: words("liked.label"),
      value: share,
      spoken: words("liked.atLeast", { share }),
    };
  };
  const figures: { label: string; value: string; spoken?: string; suffix?: string | undefined }[] =
    [
      ...(jersey.year === null ? [] : [{ label: t("facts.year"), value: String(jersey.year) }]),
      { label: common("score"), value: formatScore(voteState.upvotes - voteState.downvotes, lang) },
      {
        label: t("rating"),
        value: stars === undefined ? "–" : formatRating(stars, lang),
        spoken:
          stars === undefined
            ? t("noRating")
            : t("ratingValue", { rating: formatRating(stars, lang) }),
        suffix: stars === undefined ? undefined : "/5",
      },
      ...(best === undefined ? [] : [likedFigure(best)]),
    ];
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-3 border-y border-line py-5">
      {figures.map(({ label, value, spoken, suffix }) => (
        <div key={label} className="flex flex-col-reverse gap-1">
          <dt className="caption">{label}</dt>
          <dd className="numeral text-3xl">
            {spoken && <span className="sr-only">{spoken}</span>}
            <span aria-hidden={spoken ? true : undefined}>
              {value}
              {suffix && <span className="text-xl text-muted">{suffix}</span>}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
