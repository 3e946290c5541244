import { Menu } from "lucide-react";
import type { ReactNode } from "react";
import { useLocation } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { addresses } from "../../shared/address/paths.ts";
import { useHref } from "../../shared/address/use-href.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { Brand } from "./brand.tsx";
import { HeaderMenu, menuItem } from "./header-menu.tsx";
import { PlainLink } from "../../shared/components/plain-link.tsx";
import { cx } from "../../shared/ui/cx.ts";

const LINKS = ["catalogue", "competitions", "sports", "trends", "today", "submit"] as const;
/** The menu of narrow windows has room for one more. */
const MENU_LINKS = LINKS.flatMap((screen) =>
  screen === "trends" ? [screen, "leaderboards" as const] : [screen],
);

/**
 * Returns a function that marks the link of the current page, under the segment of any language.
 */
function useIsCurrent() {
  const { pathname } = useLocation();
  const lang = useLanguage();
  return (screen: (typeof MENU_LINKS)[number]) =>
    addresses(screen, lang).includes(decodeURI(pathname)) ? "page" : undefined;
}

/** The sticky bar at the top: brand, links to screens, `tools` and `account`. */
export function NavBar({ tools, account }: { tools: ReactNode; account: ReactNode }) {
  const { t } = useTranslation();
  const to = useHref();
  const current = useIsCurrent();
  const { pathname } = useLocation();
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-paper/95 backdrop-blur-sm">
      <div className="page flex min-h-(--header) flex-wrap items-center gap-1">
        <Brand />
        <nav
          aria-label={t("nav.label")}
          className="ml-3 hidden items-stretch self-stretch lg:flex xl:ml-6"
        >
          {LINKS.map((screen) => (
            <PlainLink
              key={screen}
              to={to(screen, {})}
              aria-current={current(screen)}
              className={cx(
                "items-center border-y-2 border-transparent px-1.5 text-sm whitespace-nowrap xl:px-3 font-semibold text-muted transition-colors hover:text-ink focus-visible:-outline-offset-3 aria-[current]:border-b-accent-text aria-[current]:text-ink",
                // The last one that there is room for in every language.
                screen === "today" ? "hidden min-[90rem]:flex" : "flex",
              )}
            >
              {t(`nav.${screen}`)}
            </PlainLink>
          ))}
        </nav>
        <div className="ml-auto flex flex-wrap items-center justify-end">
          {tools}
          <div className="ml-2 hidden lg:block">{account}</div>
          <HeaderMenu
            // A new key closes the menu on navigation.
            key={pathname}
            id="site-menu"
            label={t("nav.menu")}
            icon={<Menu aria-hidden />}
            className="lg:hidden"
          >
            <nav aria-label={t("nav.label")}>
              {MENU_LINKS.map((screen) => (
                <PlainLink
                  key={screen}
                  to={to(screen, {})}
                  aria-current={current(screen)}
                  className={menuItem}
                >
                  {t(`nav.${screen}`)}
                </PlainLink>
              ))}
              <div className="mt-2 grid border-t border-line pt-2">{account}</div>
            </nav>
          </HeaderMenu>
        </div>
      </div>
    </header>
  );
}
