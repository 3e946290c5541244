import { ThumbsDown, ThumbsUp } from "lucide-react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { toast } from "../../shared/components/toast.ts";
import { useVoteCounts } from "../data/votes/use-vote-counts.ts";
import type { Language } from "../../shared/i18n/languages.ts";
import { formatNumber } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { useVote } from "./use-vote.ts";

const VOTES = [
  { vote: "up", label: "vote.up", Icon: ThumbsUp },
  { vote: "down", label: "vote.down", Icon: ThumbsDown },
] as const;

/** Two vote buttons with their counts. */
export function VotePair({
  jersey,
}: {
  jersey: { id: string; upvotes: number; downvotes: number };
}) {
  const { t } = useTranslation("jersey");
  const { t: common } = useTranslation();
  const lang = useLanguage();
  const voteState = useVoteCounts(jersey);
  const cast = useVote(jersey.id, (error) => {
    console.error("vote failed", error);
    void sayWhy(error, t("vote.error"), lang);
  });
  return (
    <div role="group" aria-label={t("vote.label")} className="grid grid-cols-2 gap-2 md:gap-3">
      {VOTES.map(({ vote, label, Icon }) => (
        <button
          key={vote}
          type="button"
          aria-pressed={voteState.vote === vote}
          onClick={() => void cast(vote)}
          className="bar-button rounded-2xl border border-control transition-[background-color,border-color,transform] hover:border-ink hover:bg-surface active:scale-[0.98] aria-pressed:border-transparent aria-pressed:bg-accent aria-pressed:text-accent-ink md:min-h-16 md:justify-between md:gap-3 md:px-5"
        >
          <span className="sr-only">{common(label)} </span>
          <Icon aria-hidden className="size-5 md:size-6" />
          <span className="numeral text-lg md:text-3xl">
            {formatNumber(vote === "up" ? voteState.upvotes : voteState.downvotes, lang)}
          </span>
        </button>
      ))}
    </div>
  );
}

/** Lazy: few votes fail. Without a network there are no other words either. */
async function sayWhy(failure: unknown, otherwise: string, lang: Language): Promise<void> {
  const words = await import("../../shared/data/problem-words.ts").catch(() => undefined);
  toast.error(words?.problemText(failure, lang, [], otherwise) ?? otherwise);
}
