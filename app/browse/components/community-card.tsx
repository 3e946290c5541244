import type { JerseyCardProps } from "../../shared/components/jersey-card.tsx";
import { CardShelves } from "../../collect/collection/card-shelves.tsx";
import { VotableCard } from "../../jersey/votes/votable-card.tsx";
import { useSession } from "../../shared/session/use-session.ts";

export type CommunityCardProps = Omit<JerseyCardProps, "votes" | "score" | "shelves">;

/** A jersey's card with its actions in lists: votes, and shelf buttons for members. */
export function CommunityCard(props: CommunityCardProps) {
  const session = useSession();
  return (
    <VotableCard
      {...props}
      shelves={
        session.status === "member" && (
          <CardShelves userId={session.user.id} jersey={props.jersey} />
        )
      }
    />
  );
}
