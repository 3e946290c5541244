import { Heart, Shirt } from "lucide-react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { cx } from "../../shared/ui/cx.ts";
import type { Shelf } from "../../shared/domain/shelf.ts";

const ICONS = { collection: Shirt, wishlist: Heart } as const;

export interface ShelfButtonProps {
  shelf: Shelf;
  title: string;
  isOnShelf: boolean;
  /** Icon only, for a card. */
  compact: boolean;
  onClick: () => void;
}

/** Toggles a jersey on a shelf; `aria-pressed` while it is there. */
export function ShelfButton({ shelf, title, isOnShelf, compact, onClick }: ShelfButtonProps) {
  const { t } = useTranslation("collection");
  const Icon = ICONS[shelf];
  const icon = <Icon aria-hidden className={cx(isOnShelf && "fill-current")} />;
  if (compact) {
    return (
      <Button
        variant={isOnShelf ? "hero" : "ghost"}
        size="icon"
        data-shelf={shelf}
        aria-pressed={isOnShelf}
        aria-label={t(`of.${shelf}`, { title })}
        title={t(`short.${shelf}`)}
        // The button stays visible on cards whose jersey is on the shelf.
        className={isOnShelf ? undefined : "on-hover"}
        onClick={onClick}
      >
        {icon}
      </Button>
    );
  }
  return (
    <Button
      variant={isOnShelf ? "default" : "outline"}
      aria-pressed={isOnShelf}
      className="min-w-0 px-3"
      onClick={onClick}
    >
      {icon}
      <span className="truncate">{t(`have.${shelf}`)}</span>
    </Button>
  );
}
