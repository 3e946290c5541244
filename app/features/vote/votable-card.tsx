import { useTranslation } from "react-i18next";

import { CardIcon } from "../../components/card-icons.tsx";
import { JerseyCard, type JerseyCardProps } from "../../components/jersey-card.tsx";
import { toast } from "../../components/toast.ts";
import { Button } from "../../components/ui/button.tsx";
import { useVoteCounts } from "../../data/votes/use-vote-counts.ts";
import { useVote } from "./use-vote.ts";

const VOTES = [
  { vote: "up", label: "vote.upFor" },
  { vote: "down", label: "vote.downFor" },
] as const;

/** A jersey's card with vote buttons and the current score. */
export function VotableCard(props: Omit<JerseyCardProps, "actions" | "score">) {
  const { jersey } = props;
  const { t } = useTranslation();
  const voteState = useVoteCounts(jersey);
  // Vote errors in a list are only logged, and the score is rolled back (docs/product.md 6.6), but
  // a member without a network is told.
  const cast = useVote(jersey.id, (error) => {
    console.error("vote failed", error);
    if (!navigator.onLine) toast.error(t("offline.vote"));
  });
  return (
    <JerseyCard
      {...props}
      score={voteState.upvotes - voteState.downvotes}
      actions={VOTES.map(({ vote, label }) => (
        <Button
          key={vote}
          variant={voteState.vote === vote ? "hero" : "default"}
          size="icon"
          aria-label={t(label, { title: jersey.title })}
          aria-pressed={voteState.vote === vote}
          className="shadow-md"
          onClick={() => void cast(vote)}
        >
          <CardIcon of={vote} />
        </Button>
      ))}
    />
  );
}
