import { useTranslation } from "react-i18next";

import { useVoteCounts } from "../../data/votes/use-vote-counts.ts";
import { formatRating, formatScore } from "../../i18n/format.ts";
import { useLanguage } from "../../i18n/use-language.ts";
import { rating } from "../../domain/rating.ts";

/** Year, score and rating as large numerals. Score and rating follow the member's vote. */
export function Scoreboard({
  jersey,
}: {
  jersey: { id: string; upvotes: number; downvotes: number; year: number | null };
}) {
  const { t } = useTranslation("jersey");
  const { t: common } = useTranslation();
  const lang = useLanguage();
  const voteState = useVoteCounts(jersey);
  const stars = rating(voteState);
  const figures = [
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
