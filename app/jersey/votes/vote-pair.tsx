import { ThumbsDown, ThumbsUp } from "lucide-react";
import { useTranslation } from "react-i18next";

import { toast } from "../../shared/components/toast.ts";
import { cx } from "../../shared/ui/cx.ts";
import { useProblemText } from "../../shared/data/problem-words.ts";
import { useVoteCounts } from "../data/votes/use-vote-counts.ts";
import { formatNumber, formatPercent } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { share } from "../../shared/domain/rating.ts";
import { useVote } from "./use-vote.ts";

const VOTES = [
  { vote: "up", label: "vote.up", Icon: ThumbsUp },
  { vote: "down", label: "vote.down", Icon: ThumbsDown },
] as const;

/** Two large vote buttons, and a bar with the share of upvotes. */
export function VotePair({
  jersey,
}: {
  jersey: { id: string; upvotes: number; downvotes: number };
}) {
  const { t } = useTranslation("jersey");
  const { t: common } = useTranslation();
  const lang = useLanguage();
  const problemText = useProblemText();
  const voteState = useVoteCounts(jersey);
  const cast = useVote(jersey.id, (error) => {
    console.error("vote failed", error);
    toast.error(problemText(error, t("vote.error")));
  });
  const inFavour = share(voteState);
  return (
    <div role="group" aria-label={t("vote.label")} className="grid gap-3">
      <div className="grid grid-cols-2 gap-3">
        {VOTES.map(({ vote, label, Icon }) => (
          <button
            key={vote}
            type="button"
            aria-pressed={voteState.vote === vote}
            onClick={() => void cast(vote)}
            className="flex min-h-16 items-center justify-between gap-3 rounded-2xl border border-control px-5 transition-[background-color,border-color,transform] hover:border-ink hover:bg-surface active:scale-[0.98] aria-pressed:border-transparent aria-pressed:bg-accent aria-pressed:text-accent-ink"
          >
            <span className="sr-only">{common(label)} </span>
            <Icon aria-hidden className="size-6" />
            <span className="numeral text-3xl">
              {formatNumber(vote === "up" ? voteState.upvotes : voteState.downvotes, lang)}
            </span>
          </button>
        ))}
      </div>
      <div aria-hidden className="h-2 overflow-hidden rounded-full bg-line">
        <div
          className={cx(
            "h-full origin-left bg-accent-text transition-transform",
            inFavour === undefined && "opacity-0",
          )}
          style={{ transform: `scaleX(${inFavour ?? 0})` }}
        />
      </div>
      <p className="text-sm text-muted" aria-live="polite">
        {inFavour === undefined
          ? t("vote.none")
          : t("vote.share", {
              share: formatPercent(inFavour, lang),
              count: voteState.upvotes + voteState.downvotes,
            })}
      </p>
    </div>
  );
}
