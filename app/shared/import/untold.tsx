import { useTranslation } from "../i18n/use-translation.tsx";
import type { Table } from "../domain/import/read-table.ts";
import { formatNumber } from "../i18n/format.ts";
import { useLanguage } from "../i18n/use-language.ts";

/** Lines that are named; of more the number is said. */
const NAMED = 10;

/** What an import leaves out of a list: columns, and cells beyond the headings. */
export function Untold({ table, mapping }: { table: Table; mapping: readonly unknown[] }) {
  const { t } = useTranslation("exchange");
  const lang = useLanguage();
  const columns = table.header.filter(
    (_, n) =>
      mapping[n] === null &&
      !table.photoColumns?.includes(n) &&
      table.rows.some(({ cells }) => cells[n]?.trim()),
  );
  const wide = table.rows.filter(({ extra }) => extra).map(({ line }) => formatNumber(line, lang));
  const lines = [...wide.slice(0, NAMED), ...(wide.length > NAMED ? ["…"] : [])].join(", ");
  return (
    <div className="grid max-w-prose gap-1 text-sm empty:hidden">
      {columns.length > 0 && (
        <p>{t("mapping.left", { columns: columns.map((name) => name || "…").join(", ") })}</p>
      )}
      {wide.length > 0 && <p>{t("mapping.wide", { lines })}</p>}
    </div>
  );
}
