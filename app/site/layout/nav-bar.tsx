import { ChevronDown, Menu as MenuIcon } from "lucide-react";
import type { ReactNode } from "react";
import { useLocation } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { addresses } from "../../shared/address/paths.ts";
import { useHref } from "../../shared/address/use-href.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { IN_HEADER, Menu, menuItem } from "../../shared/components/menu.tsx";
import { PlainLink } from "../../shared/components/plain-link.tsx";
import { button } from "../../shared/ui/button.tsx";
import { cx } from "../../shared/ui/cx.ts";
import { Brand } from "./brand.tsx";

/** One door to all jerseys: filtered, by competition, by sport, by look. */
const CATALOGUE = ["catalogue", "competitions", "sports", "identify"] as const;
const LINKS = ["trends", "today", "submit"] as const;

type Linked = (typeof CATALOGUE)[number] | (typeof LINKS)[number];

/** Classes of an entry of the bar. */
const entry =
  "flex items-center border-y-2 border-transparent px-1.5 text-sm whitespace-nowrap xl:px-3 font-semibold text-muted transition-colors hover:text-ink focus-visible:-outline-offset-3 aria-[current]:border-b-accent-text aria-[current]:text-ink";

/**
 * Returns a function that marks the link of the current page, under the segment of any language.
 */
function useIsCurrent() {
  const { pathname } = useLocation();
  const lang = useLanguage();
  return (screen: Linked) =>
    addresses(screen, lang).includes(decodeURI(pathname)) ? ("page" as const) : undefined;
}

/** The sticky bar at the top: brand, links to screens, `tools` and `account`. */
export function NavBar({ tools, account }: { tools: ReactNode; account: ReactNode }) {
  const { t } = useTranslation();
  const to = useHref();
  const current = useIsCurrent();
  const { pathname } = useLocation();
  const linkTo = (screen: Linked, className: string) => (
    <PlainLink
      key={screen}
      to={to(screen, {})}
      aria-current={current(screen)}
      className={className}
    >
      {t(`nav.${screen}`)}
    </PlainLink>
  );
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-paper/95 backdrop-blur-sm">
      <div className="page flex min-h-(--header) flex-wrap items-center gap-1">
        <Brand />
        <nav
          aria-label={t("nav.label")}
          className="ml-3 hidden items-stretch self-stretch lg:flex xl:ml-6"
        >
          <Menu
            // A new key closes the menu on navigation.
            key={pathname}
            face={
              <>
                {t("nav.catalogue")}
                <ChevronDown aria-hidden className="size-4" />
              </>
            }
            className={cx(
              entry,
              "gap-1",
              CATALOGUE.some(current) && "border-b-accent-text text-ink",
            )}
          >
            {CATALOGUE.map((screen) => linkTo(screen, menuItem))}
          </Menu>
          {LINKS.map((screen) => linkTo(screen, entry))}
        </nav>
        <div className="ml-auto flex flex-wrap items-center justify-end">
          {tools}
          <div className="ml-2 hidden lg:block">{account}</div>
          <Menu
            key={pathname}
            label={t("nav.menu")}
            face={<MenuIcon aria-hidden />}
            className={button({ variant: "ghost", size: "icon", className: "lg:hidden" })}
            place={cx(IN_HEADER, "lg:hidden")}
          >
            <nav aria-label={t("nav.label")}>
              {CATALOGUE.map((screen, n) => linkTo(screen, cx(menuItem, n > 0 && "pl-8")))}
              {LINKS.map((screen) => linkTo(screen, menuItem))}
              <div className="mt-2 grid border-t border-line pt-2">{account}</div>
            </nav>
          </Menu>
        </div>
      </div>
    </header>
  );
}
