import { Link } from "react-router";

import { useTranslation } from "../../../shared/i18n/use-translation.tsx";
import type { AccountSection } from "../../address/account-sections.ts";
import { useHref } from "../../../shared/address/use-href.ts";
import { useMemberQuery } from "../../../shared/data/member-query.ts";
import { unreadNotices } from "../../data/notices/notices.ts";
import { formatNumber } from "../../../shared/i18n/format.ts";
import { useLanguage } from "../../../shared/i18n/use-language.ts";

interface Room {
  name: "collection" | "contributions" | "notices" | "settings";
  /** The first is what the room opens with. */
  sections: [AccountSection, ...AccountSection[]];
}

/** The rooms of the account (docs/product/account.md 14.20); a test finds each section in one of them. */
export const ROOMS: Room[] = [
  {
    name: "collection",
    sections: ["collection", "wishlist", "lists", "numbers", "exchange", "inventory"],
  },
  { name: "contributions", sections: ["contributions"] },
  { name: "notices", sections: ["notices"] },
  { name: "settings", sections: ["settings", "profile", "security", "data"] },
];

/** Rows that are wider than a phone scroll sideways. */
function bringIntoView(link: HTMLElement | null): void {
  link?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** Links to the rooms of the account. */
export function AccountNav({ current, userId }: { current: AccountSection; userId: string }) {
  const { t } = useTranslation("account");
  const lang = useLanguage();
  const to = useHref();
  const { data: unread = 0 } = useMemberQuery(unreadNotices(userId));
  return (
    <nav aria-label={t("sections")}>
      <ul className="-mx-(--gutter) flex overflow-x-auto border-b border-line px-(--gutter) [scrollbar-width:none] max-sm:justify-between sm:mx-0 sm:gap-3 sm:px-0">
        {ROOMS.map(({ name, sections }) => {
          const isCurrent = sections.includes(current);
          const [first] = sections;
          return (
            <li key={name}>
              <Link
                to={
                  first === "contributions"
                    ? to("account", {})
                    : to("accountSection", { section: first })
                }
                aria-current={isCurrent ? (first === current ? "page" : "true") : undefined}
                ref={isCurrent ? bringIntoView : undefined}
                preventScrollReset
                className="flex min-h-11 items-center gap-1.5 border-b-2 border-transparent px-2 font-semibold whitespace-nowrap text-muted transition-colors hover:text-ink focus-visible:-outline-offset-3 aria-[current]:border-accent-text aria-[current]:text-ink max-sm:px-1.5 max-sm:text-[0.8125rem] max-xs:px-0.5 sm:px-3.5 md:text-lg"
              >
                {t(`rooms.${name}`)}
                {name === "notices" && unread > 0 && (
                  <span className="text-sm font-normal text-muted">
                    ({formatNumber(unread, lang)})
                  </span>
                )}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
