import type { JerseyCardProps } from "../../shared/components/jersey-card.tsx";
import { useCardShelves } from "../../collect/collection/card-shelves.tsx";
import { VotableCard } from "../../jersey/votes/votable-card.tsx";

export type CommunityCardProps = Omit<JerseyCardProps, "votes" | "score" | "shelves" | "extra">;

/** A jersey's card with its actions in lists: votes, and shelf buttons for members. */
export function CommunityCard(props: CommunityCardProps) {
  return <VotableCard {...props} shelves={useCardShelves(props.jersey)} />;
}
