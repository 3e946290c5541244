import { useTranslation } from "react-i18next";

import { Brand } from "./brand.tsx";

export function Footer() {
  const { t } = useTranslation();
  return (
    <footer className="mt-24 border-t border-line bg-surface">
      <div className="page flex flex-wrap items-center justify-between gap-x-8 gap-y-2 py-8">
        <Brand />
        <p className="text-sm text-muted">{t("tagline")}</p>
      </div>
    </footer>
  );
}
