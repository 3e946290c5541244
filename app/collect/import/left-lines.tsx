import { useTranslation } from "react-i18next";

import { SaveLines } from "../../shared/import/save-lines.tsx";
import type { LeftLines } from "../../shared/browser/stored-import.ts";

/** Says how many lines of a list aren't imported, and saves them as they are in it. */
export function LeftBehind({ left: { header, rows } }: { left: LeftLines }) {
  const { t } = useTranslation("exchange");
  if (rows.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p>{t("left.count", { count: rows.length })}</p>
      <SaveLines name="maillotheque-left.csv" header={header} read={() => ({ rows })}>
        {t("left.save")}
      </SaveLines>
    </div>
  );
}
