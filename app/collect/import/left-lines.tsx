import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { SaveLines } from "../../shared/import/save-lines.tsx";
import type { LeftLines } from "../../shared/browser/stored-import.ts";

/** Says how many lines of a list aren't imported, and saves them as they are in it, with the reasons. */
export function LeftBehind({
  left: { header, rows, marks },
  read,
}: {
  left: LeftLines;
  /** The lines to save. */
  read: () => Pick<LeftLines, "rows" | "reasons">;
}) {
  const { t } = useTranslation("exchange");
  const count = rows.length + marks;
  const hasRows = read().rows.length > 0;
  if (count === 0 && !hasRows) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {count > 0 && <p>{t("left.count", { count })}</p>}
      {hasRows && (
        <SaveLines name="maillotheque-left.csv" header={header} read={read}>
          {t("left.save")}
        </SaveLines>
      )}
    </div>
  );
}
