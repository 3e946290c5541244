import { Heart } from "lucide-react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { cx } from "../../shared/ui/cx.ts";
import { useMembership } from "./use-membership.tsx";
import { type ShelvedJersey, useShelfPress } from "./use-shelf-press.ts";

/** "I want it" with the member's state. It stays visible while it is pressed. */
export default function MemberWish({ jersey }: { jersey: ShelvedJersey }) {
  const { t } = useTranslation("collection");
  const press = useShelfPress(jersey);
  const { membership, reading } = useMembership(jersey.id);
  const isWished = membership.wishlist;
  return (
    <>
      <Button
        variant={isWished ? "hero" : "ghost"}
        size="icon"
        aria-pressed={isWished}
        aria-label={t("of.wishlist", { title: jersey.title })}
        title={t("have.wishlist")}
        className={isWished ? undefined : "on-hover"}
        onClick={() => void press("wishlist")}
      >
        <Heart aria-hidden className={cx(isWished && "fill-current")} />
      </Button>
      {reading}
    </>
  );
}
