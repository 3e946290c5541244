import { CardShelves } from "../../../collect/collection/card-shelves.tsx";
import { JerseyCard, type JerseyCardProps } from "../../../shared/components/jersey-card.tsx";
import { useSession } from "../../../shared/session/use-session.ts";

/** A jersey on a member's shelf: what others think of it is on its own page. */
export function ShownCard(props: JerseyCardProps) {
  const session = useSession();
  return (
    <JerseyCard
      {...props}
      hasScore={false}
      shelves={
        session.status === "member" && (
          <CardShelves userId={session.user.id} jersey={props.jersey} />
        )
      }
    />
  );
}
