import { HaveButton } from "../../../collect/collection/have-button.tsx";
import { WishButton } from "../../../collect/collection/wish-button.tsx";
import { JerseyCard, type JerseyCardProps } from "../../../shared/components/jersey-card.tsx";
import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { useSession } from "../../../shared/session/use-session.ts";

/** A jersey on one's own shelf, as others see it but without buttons. */
export function OwnCard(props: JerseyCardProps) {
  const { t } = useTranslation("showcase");
  const names = props.jersey.printed?.join(", ");
  return <JerseyCard {...props} hasScore={false} standing={names && t("printed", { names })} />;
}

/** A jersey on a member's shelf: what others think of it is on its own page. */
export function ShownCard(props: JerseyCardProps) {
  const session = useSession();
  return (
    <OwnCard
      {...props}
      have={<HaveButton jersey={props.jersey} />}
      extra={session.status === "member" && <WishButton jersey={props.jersey} />}
    />
  );
}
