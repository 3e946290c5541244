import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { ACCOUNT_SECTIONS, type AccountSection } from "../../address/account-sections.ts";
import { useHref } from "../../address/use-href.ts";
import { useMemberQuery } from "../../data/member-query.ts";
import { unreadNotices } from "../../data/notices/notices.ts";
import { formatNumber } from "../../i18n/format.ts";
import { useLanguage } from "../../i18n/use-language.ts";
import { sectionTitle } from "../shared/section-title.ts";

/** Scrolls the current link into view: on a phone the list is wider than the screen. */
function bringIntoView(link: HTMLElement | null): void {
  link?.scrollIntoView({ block: "nearest", inline: "center" });
}

/** Links to the sections of the account: one line that scrolls on a phone, all of them elsewhere. */
export function AccountNav({
  current,
  userId,
}: {
  current: AccountSection | "overview";
  userId: string;
}) {
  const { t } = useTranslation("account");
  const lang = useLanguage();
  const to = useHref();
  const { data: unread = 0 } = useMemberQuery(unreadNotices(userId));
  return (
    <nav aria-label={t("sections")} className="-mx-(--gutter) min-w-0 lg:mx-0">
      <ul className="flex gap-2 overflow-x-auto px-(--gutter) py-1 lg:flex-wrap lg:overflow-visible lg:px-0">
        {(["overview", ...ACCOUNT_SECTIONS] as const).map((section) => (
          <li key={section} className="shrink-0">
            <Link
              ref={section === current ? bringIntoView : undefined}
              to={section === "overview" ? to("account", {}) : to("accountSection", { section })}
              aria-current={section === current ? "page" : undefined}
              preventScrollReset
              className="block rounded-full bg-surface px-4 py-3 text-sm font-semibold whitespace-nowrap hover:bg-line aria-[current=page]:bg-ink aria-[current=page]:text-paper"
            >
              {sectionTitle(section, lang)}
              {section === "notices" && unread > 0 && ` (${formatNumber(unread, lang)})`}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
