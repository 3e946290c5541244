import { Heart, Shirt } from "lucide-react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { cx } from "../../shared/ui/cx.ts";
import { SHELVES } from "../../shared/domain/shelf.ts";
import { useMembership } from "./use-membership.tsx";
import { type ShelvedJersey, useShelfPress } from "./use-shelf-press.ts";

const ICONS = { collection: Shirt, wishlist: Heart } as const;

/** The two shelf buttons of a jersey's page; `aria-pressed` while it is there. */
export function ShelfButtons({ jersey }: { jersey: ShelvedJersey }) {
  const { t } = useTranslation("collection");
  const press = useShelfPress(jersey);
  const { membership, reading } = useMembership(jersey.id);
  return (
    <div role="group" aria-label={t("label")} className="grid grid-cols-2 gap-2 md:gap-3">
      {SHELVES.map((shelf) => {
        const Icon = ICONS[shelf];
        const isOnShelf = membership[shelf];
        return (
          <Button
            key={shelf}
            variant={isOnShelf ? "default" : "outline"}
            aria-pressed={isOnShelf}
            className="min-w-0 px-3"
            onClick={() => void press(shelf)}
          >
            <Icon aria-hidden className={cx(isOnShelf && "fill-current")} />
            <span className="truncate">{t(`have.${shelf}`)}</span>
          </Button>
        );
      })}
      {reading}
    </div>
  );
}
