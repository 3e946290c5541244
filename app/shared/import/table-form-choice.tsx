import { useState } from "react";

import { useTranslation } from "../i18n/use-translation.tsx";
import { ENCODINGS, type Encoding } from "../domain/import/encoding.ts";
import { FileError } from "../domain/import/file-error.ts";
import type { TableForm } from "../domain/import/read-csv.ts";
import type { Table } from "../domain/import/read-table.ts";
import { type Separator, SEPARATORS } from "../domain/import/separators.ts";
import { Field } from "../ui/field.tsx";
import { Select } from "../ui/select.tsx";

const SEPARATOR_NAMES = { ",": "comma", ";": "semicolon", "\t": "tab", "|": "bar" } as const;
const ENCODING_NAMES: Record<Encoding, string> = {
  "utf-8": "UTF-8",
  "windows-1252": "Windows-1252",
  macintosh: "Mac Roman",
  "utf-16le": "UTF-16 LE",
  "utf-16be": "UTF-16 BE",
};

/** How a CSV was read, folded, and the choice of another way. */
export function TableFormChoice({
  form,
  firstLines = [],
  isSheet,
  onChange,
}: Pick<Table, "firstLines"> & {
  form: TableForm;
  /** True for a sheet of a workbook, which has no separator and no encoding. */
  isSheet: boolean;
  /** @throws FileError if the file can't be read so */
  onChange: (form: TableForm) => void;
}) {
  const { t } = useTranslation("exchange");
  const [hasFailed, setFailed] = useState(false);
  const separatorName = (separator: Separator) =>
    t(`mapping.form.separators.${SEPARATOR_NAMES[separator]}`);
  const headingsName = (line: number) =>
    line === 0 ? t("mapping.form.noHeadings") : t("mapping.form.line", { line });
  const choose = (change: Partial<TableForm>) => {
    try {
      onChange({ ...form, ...change });
      setFailed(false);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      setFailed(true);
    }
  };
  return (
    <details className="rounded-xl border border-line">
      <summary className="cursor-pointer px-4 py-3 text-sm break-words">
        {isSheet
          ? `${t("mapping.label", { name: t("mapping.form.headings") })} ${headingsName(form.headings)}`
          : t("mapping.form.title", {
              separator: separatorName(form.separator),
              encoding: ENCODING_NAMES[form.encoding],
              headings: headingsName(form.headings),
            })}
      </summary>
      <div className="grid gap-4 px-4 pb-4 sm:grid-cols-3">
        {!isSheet && (
          <>
            <Field label={t("mapping.form.separator")}>
              <Select
                value={form.separator}
                onChange={({ target }) => choose({ separator: target.value as Separator })}
              >
                {SEPARATORS.map((separator) => (
                  <option key={separator} value={separator}>
                    {separatorName(separator)}
                  </option>
                ))}
              </Select>
            </Field>
            <Field label={t("mapping.form.encoding")}>
              <Select
                value={form.encoding}
                onChange={({ target }) => choose({ encoding: target.value as Encoding })}
              >
                {ENCODINGS.map((encoding) => (
                  <option key={encoding} value={encoding}>
                    {ENCODING_NAMES[encoding]}
                  </option>
                ))}
              </Select>
            </Field>
          </>
        )}
        <Field label={t("mapping.form.headings")}>
          <Select
            value={form.headings}
            onChange={({ target }) => choose({ headings: Number(target.value) })}
          >
            <option value={0}>{headingsName(0)}</option>
            {firstLines.map(({ line, text }) => (
              <option key={line} value={line}>
                {`${headingsName(line)} – ${text.slice(0, 60)}`}
              </option>
            ))}
          </Select>
        </Field>
        <p role="alert" className="text-sm text-danger empty:hidden sm:col-span-3">
          {hasFailed && t("mapping.form.failed")}
        </p>
      </div>
    </details>
  );
}
