import { ChevronDown } from "lucide-react";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import type { AccountSection } from "../../../shared/address/account-sections.ts";
import { useHref } from "../../../shared/address/use-href.ts";
import { cx } from "../../../shared/ui/cx.ts";
import { useMemberQuery } from "../../../shared/data/member-query.ts";
import { unreadNotices } from "../../data/notices/notices.ts";
import { formatNumber } from "../../../shared/i18n/format.ts";
import { useLanguage } from "../../../shared/i18n/use-language.ts";
import { sectionTitle } from "../../components/section-title.ts";

type Entry = AccountSection | "overview";

/** The sections by what they are about; `satisfies` lists none twice, a test finds each. */
export const SECTION_GROUPS = [
  { name: "shelves", sections: ["collection", "wishlist", "numbers", "inventory", "exchange"] },
  { name: "community", sections: ["contributions", "notices"] },
  { name: "self", sections: ["profile", "settings", "security", "data"] },
] as const satisfies { name: string; sections: AccountSection[] }[];

/** Links to the sections of the account, in groups: on a phone below a button that names the current one. */
export function AccountNav({ current, userId }: { current: Entry; userId: string }) {
  const { t } = useTranslation("account");
  const lang = useLanguage();
  const to = useHref();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { data: unread = 0 } = useMemberQuery(unreadNotices(userId));

  /** The focus stays in the menu when its links go. */
  function close() {
    setOpen(false);
    button.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Escape" && isOpen) close();
  }

  function titleOf(section: Entry): string {
    const title = sectionTitle(section, lang);
    const isNew = section === "notices" && unread > 0;
    return isNew ? `${title} (${formatNumber(unread, lang)})` : title;
  }

  const link = (section: Entry) => (
    <Link
      to={section === "overview" ? to("account", {}) : to("accountSection", { section })}
      aria-current={section === current ? "page" : undefined}
      preventScrollReset
      onClick={isOpen ? close : undefined}
      onKeyDown={onKeyDown}
      className="flex min-h-11 items-center rounded-xl bg-surface px-4 py-2 text-sm font-semibold hover:bg-line aria-[current=page]:bg-ink aria-[current=page]:text-paper lg:rounded-full lg:py-3 lg:whitespace-nowrap"
    >
      {titleOf(section)}
    </Link>
  );

  return (
    <nav aria-label={t("sections")} className="min-w-0">
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={onKeyDown}
        className="flex min-h-12 w-full items-center justify-between gap-3 rounded-xl border border-control px-4 font-semibold lg:hidden"
      >
        <span className="sr-only">{t("section")} </span>
        <span>{titleOf(current)}</span>
        <span className="ml-auto flex items-center gap-3">
          {unread > 0 && current !== "notices" && (
            <span className="text-sm font-normal text-muted">{titleOf("notices")}</span>
          )}
          <ChevronDown
            aria-hidden
            className={cx("size-5 transition-transform", isOpen && "rotate-180")}
          />
        </span>
      </button>
      <ul
        id={id}
        className={cx(
          "mt-3 grid grid-cols-1 gap-5 lg:mt-0 lg:flex lg:flex-wrap lg:gap-2",
          !isOpen && "max-lg:hidden",
        )}
      >
        <li>{link("overview")}</li>
        {SECTION_GROUPS.map(({ name, sections }) => (
          <li key={name} className="grid gap-2 lg:contents">
            <span id={`${id}-${name}`} className="caption lg:hidden">
              {t(`sectionGroups.${name}`)}
            </span>
            <ul
              aria-labelledby={`${id}-${name}`}
              className="grid grid-cols-2 gap-2 sm:grid-cols-3 lg:contents"
            >
              {sections.map((section) => (
                <li key={section} className="grid">
                  {link(section)}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </nav>
  );
}
