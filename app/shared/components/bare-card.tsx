import { JerseyCard, type JerseyCardProps } from "./jersey-card.tsx";

/** A card without a score and buttons, where votes say nothing: among news, on one's own page. */
export function BareCard(props: JerseyCardProps) {
  return <JerseyCard {...props} hasScore={false} />;
}
