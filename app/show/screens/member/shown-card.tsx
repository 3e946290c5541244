import { useCardShelves } from "../../../collect/collection/card-shelves.tsx";
import { JerseyCard, type JerseyCardProps } from "../../../shared/components/jersey-card.tsx";

/** A jersey on a member's shelf: what others think of it is on its own page. */
export function ShownCard(props: JerseyCardProps) {
  return <JerseyCard {...props} hasScore={false} shelves={useCardShelves(props.jersey)} />;
}
