import { Heart, Shirt } from "lucide-react";
import { useTranslation } from "react-i18next";

import { Button } from "../../components/ui/button.tsx";
import { cx } from "../../components/ui/cx.ts";
import type { Shelf } from "../../data/shelves/shelves.ts";

const ICONS = { collection: Shirt, wishlist: Heart } as const;

export interface ShelfButtonProps {
  shelf: Shelf;
  title: string;
  stands: boolean;
  /** Without its words, for a card. */
  compact: boolean;
  onClick: () => void;
}

/** Puts a jersey on a shelf or takes it off; pressed while it stands there. */
export function ShelfButton({ shelf, title, stands, compact, onClick }: ShelfButtonProps) {
  const { t } = useTranslation("collection");
  const Icon = ICONS[shelf];
  const icon = <Icon aria-hidden className={cx(stands && "fill-current")} />;
  if (compact) {
    return (
      <Button
        variant={stands ? "hero" : "secondary"}
        size="icon"
        aria-pressed={stands}
        aria-label={t(`of.${shelf}`, { title })}
        title={t(`short.${shelf}`)}
        // What stands on a shelf is to be seen while leafing through the others.
        className={cx("shadow-md", !stands && "on-hover")}
        onClick={onClick}
      >
        {icon}
      </Button>
    );
  }
  return (
    <Button
      variant={stands ? "default" : "outline"}
      aria-pressed={stands}
      className="min-w-0 px-3"
      onClick={onClick}
    >
      {icon}
      <span className="truncate">{t(`short.${shelf}`)}</span>
    </Button>
  );
}
