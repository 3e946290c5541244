import type { ReactNode } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { NavBar } from "./nav-bar.tsx";
import { button } from "../../shared/ui/button.tsx";

/** Header, main element and footer around every screen. */
export function Layout({
  tools,
  account,
  footer,
  children,
}: {
  tools: ReactNode;
  account: ReactNode;
  footer: ReactNode;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className={button({
          className:
            "sr-only z-50 focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:h-11 focus:px-5",
        })}
      >
        {t("skipToContent")}
      </a>
      <NavBar tools={tools} account={account} />
      <noscript>
        {/* What works with scripts only would load forever, or do nothing. */}
        <style>{".needs-scripts{display:none!important}"}</style>
        <p className="page border-b border-line py-3 text-sm">{t("needsScripts")}</p>
      </noscript>
      <main id="content" tabIndex={-1} className="grow outline-none">
        {children}
      </main>
      {footer}
    </div>
  );
}
