import { HaveButton } from "../../../collect/collection/have-button.tsx";
import { WishButton } from "../../../collect/collection/wish-button.tsx";
import { JerseyCard, type JerseyCardProps } from "../../../shared/components/jersey-card.tsx";
import { useSession } from "../../../shared/session/use-session.ts";

/** A jersey on a member's shelf: what others think of it is on its own page. */
export function ShownCard(props: JerseyCardProps) {
  const session = useSession();
  return (
    <JerseyCard
      {...props}
      hasScore={false}
      have={<HaveButton jersey={props.jersey} />}
      extra={session.status === "member" && <WishButton jersey={props.jersey} />}
    />
  );
}
