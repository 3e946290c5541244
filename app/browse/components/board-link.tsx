import { ListOrdered } from "lucide-react";
import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { PlainLink } from "../../shared/components/plain-link.tsx";

import { useHref } from "../../shared/address/use-href.ts";
import type { Board } from "../../shared/domain/leaderboard.ts";
import { button } from "../../shared/ui/button.tsx";

/** Leads to the leaderboard of what a page shows. On a phone the menu leads to all of them: the line has no room. */
export function BoardLink({ board }: { board: Board }) {
  const { t } = useTranslation("catalogue");
  const { scope, value } = board;
  return (
    <PlainLink
      to={useHref()("leaderboard", { scope, value })}
      className={button({ variant: "outline", size: "sm", className: "max-sm:hidden" })}
    >
      <ListOrdered aria-hidden />
      {t("leaderboard")}
    </PlainLink>
  );
}
