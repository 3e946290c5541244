import { ChartColumn, Eye, FileDown, Printer } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { Link } from "react-router";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import { memberFigures } from "../../../collect/data/member-home.ts";
import type { AccountSection } from "../../address/account-sections.ts";
import { useHref } from "../../../shared/address/use-href.ts";
import { menuItem, MoreMenu } from "../../../shared/components/menu.tsx";
import { useMemberQuery } from "../../../shared/data/member-query.ts";
import { myProfile } from "../../../shared/data/profiles/my-profile.ts";
import { formatNumber } from "../../../shared/i18n/format.ts";
import { useLanguage } from "../../../shared/i18n/use-language.ts";
import { SHOW } from "../../../show/owner/show-state.ts";
import { cx } from "../../../shared/ui/cx.ts";
import { sectionTitle } from "../../components/section-title.ts";

const LISTS: AccountSection[] = ["collection", "wishlist", "lists"];

/** Whether the bar has a link with the title of this section. */
export const isInBar = (section: AccountSection) => LISTS.includes(section);

/** The lists of a member's shirts, and behind “…” what is made of the collection. */
export function CollectionBar({ current, userId }: { current: AccountSection; userId: string }) {
  const { t } = useTranslation(["account", "collection"]);
  const lang = useLanguage();
  const to = useHref();
  const { data: figures } = useMemberQuery(memberFigures(userId));
  const { data: profile } = useMemberQuery(myProfile(userId));
  useListsRead(userId);
  const counts: Partial<Record<AccountSection, number>> = {
    collection: figures?.copies,
    wishlist: figures?.wishes,
  };
  const entry = (section: AccountSection, icon: ReactNode) => (
    <Link
      to={to("accountSection", { section })}
      aria-current={section === current ? "page" : undefined}
      className={menuItem}
    >
      {icon}
      {sectionTitle(section, lang)}
    </Link>
  );
  return (
    <div className="flex items-center gap-1">
      <nav
        aria-label={t("collection:label")}
        className="flex min-w-0 flex-1 overflow-x-auto sm:gap-1 [scrollbar-width:none]"
      >
        {LISTS.map((section) => (
          <Link
            key={section}
            to={to("accountSection", { section })}
            aria-current={section === current ? "page" : undefined}
            preventScrollReset
            className={cx(
              "flex min-h-11 items-center gap-1.5 rounded-full px-3.5 text-sm font-semibold whitespace-nowrap text-muted max-sm:px-2.5 max-xs:px-1.5",
              "hover:bg-surface hover:text-ink aria-[current=page]:bg-ink aria-[current=page]:text-paper",
            )}
          >
            {sectionTitle(section, lang)}
            {counts[section] !== undefined && (
              <span className="font-normal tabular-nums max-xs:hidden">
                {formatNumber(counts[section], lang)}
              </span>
            )}
          </Link>
        ))}
      </nav>
      <MoreMenu className="shrink-0">
        {entry("numbers", <ChartColumn aria-hidden />)}
        {profile && (
          <Link to={to("member", { username: profile.username })} state={SHOW} className={menuItem}>
            <Eye aria-hidden />
            {t("rooms.show")}
          </Link>
        )}
        {entry("exchange", <FileDown aria-hidden />)}
        {entry("inventory", <Printer aria-hidden />)}
      </MoreMenu>
    </div>
  );
}

/** The lists are there without a network, too, after a visit to one of them. */
function useListsRead(userId: string): void {
  useEffect(() => {
    void import("../../../collect/offline/read-lists.ts")
      .then(({ readLists }) => readLists(userId))
      .catch(() => undefined);
  }, [userId]);
}
