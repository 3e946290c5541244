import { useTranslation } from "../i18n/use-translation.tsx";
import type { Table as FileTable } from "../domain/import/read-table.ts";
import { Select } from "../ui/select.tsx";
import { Table, Td, Th } from "../ui/table.tsx";

/** The columns of a file with an example each, and what each of them says. */
export function ColumnTable<Column extends string>({
  table,
  columns,
  mapping,
  nameOf,
  onChange,
}: {
  table: FileTable;
  columns: readonly Column[];
  mapping: readonly (Column | null)[];
  nameOf: (column: Column) => string;
  onChange: (mapping: (Column | null)[]) => void;
}) {
  const { t } = useTranslation("exchange");
  // Several columns may fill one of ours: there may be one for each branch of a shop.
  const choose = (n: number, column: Column | null) => onChange(mapping.with(n, column));
  return (
    <Table className="max-sm:table-fixed">
      <thead>
        <tr>
          <Th>{t("mapping.column")}</Th>
          <Th className="max-sm:hidden">{t("mapping.example")}</Th>
          <Th>{t("mapping.means")}</Th>
        </tr>
      </thead>
      <tbody>
        {table.header.map((name, n) => (
          <tr key={n}>
            <th
              scope="row"
              className="border-t border-line px-4 py-3 text-left font-semibold break-words"
            >
              {(!table.isHeadless && name) || t("mapping.nth", { n: n + 1 })}
              <span className="block truncate font-normal text-muted sm:hidden">
                {example(table, n)}
              </span>
            </th>
            <Td className="max-w-60 truncate text-muted max-sm:hidden">{example(table, n)}</Td>
            <Td className="max-sm:pl-0 sm:min-w-52">
              <Select
                aria-label={t("mapping.meansOf", {
                  column: (!table.isHeadless && name) || String(n + 1),
                })}
                value={mapping[n] ?? ""}
                onChange={({ target }) => choose(n, (target.value || null) as Column | null)}
              >
                <option value="">
                  {t(table.photoColumns?.includes(n) ? "mapping.photos" : "mapping.none")}
                </option>
                {columns.map((column) => (
                  <option key={column} value={column}>
                    {nameOf(column)}
                  </option>
                ))}
              </Select>
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** The first value of a column. */
function example(table: FileTable, n: number): string {
  return table.rows.find(({ cells }) => cells[n]?.trim())?.cells[n]?.slice(0, 80) ?? "";
}
