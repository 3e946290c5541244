import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { CardIcon } from "../../shared/components/card-icons.tsx";
import { JerseyCard, type JerseyCardProps } from "../../shared/components/jersey-card.tsx";
import { toast } from "../../shared/components/toast.ts";
import { Button } from "../../shared/ui/button.tsx";
import { useVoteCounts } from "../data/votes/use-vote-counts.ts";
import type { Vote } from "../../shared/domain/vote.ts";
import { useVote } from "./use-vote.ts";

const LABELS = { up: "vote.upFor", down: "vote.downFor" } as const;

/** A jersey's card with the current score between vote buttons. */
export function VotableCard(props: Omit<JerseyCardProps, "votes" | "score">) {
  const { jersey } = props;
  const { t } = useTranslation();
  const voteState = useVoteCounts(jersey);
  // Vote errors in a list are only logged, and the score is rolled back (docs/product/jersey.md 6.6), but
  // a member without a network is told.
  const cast = useVote(jersey.id, (error) => {
    console.error("vote failed", error);
    if (!navigator.onLine) toast.error(t("offline.vote"));
  });
  const voteButton = (vote: Vote) => (
    <Button
      variant={voteState.vote === vote ? "hero" : "ghost"}
      size="icon"
      aria-label={t(LABELS[vote], { title: jersey.title })}
      aria-pressed={voteState.vote === vote}
      onClick={() => void cast(vote)}
    >
      <CardIcon of="vote" />
    </Button>
  );
  return (
    <JerseyCard
      {...props}
      score={voteState.upvotes - voteState.downvotes}
      votes={{ up: voteButton("up"), down: voteButton("down") }}
    />
  );
}
