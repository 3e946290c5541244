import type { JerseyCardProps } from "../../shared/components/jersey-card.tsx";
import { HaveButton } from "../../collect/collection/have-button.tsx";
import { WishButton } from "../../collect/collection/wish-button.tsx";
import { VotableCard } from "../../jersey/votes/votable-card.tsx";
import { useSession } from "../../shared/session/use-session.ts";

export type CommunityCardProps = Omit<JerseyCardProps, "votes" | "score" | "have">;

/** A jersey's card with its actions in lists: "I have it", votes, and the wish for members. */
export function CommunityCard({ extra, ...props }: CommunityCardProps) {
  const session = useSession();
  const isMember = session.status === "member";
  return (
    <VotableCard
      {...props}
      have={<HaveButton jersey={props.jersey} />}
      extra={
        (isMember || extra) && (
          <>
            {isMember && <WishButton jersey={props.jersey} />}
            {extra}
          </>
        )
      }
    />
  );
}
