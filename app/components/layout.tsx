import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

/** What surrounds every screen. */
export function Layout({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <>
      <a href="#content" className="sr-only focus:not-sr-only">
        {t("skipToContent")}
      </a>
      <main id="content">{children}</main>
    </>
  );
}
