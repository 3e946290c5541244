import { useTranslation } from "../i18n/use-translation.tsx";
import { Field } from "../ui/field.tsx";
import { Select } from "../ui/select.tsx";
import type { Workbook } from "./read-workbook.ts";

/** Which sheet of a workbook is the list; nothing where there is one only. */
export function SheetChoice<Book extends Pick<Workbook, "sheets" | "sheet">>({
  book,
  onChoose,
}: {
  book: Book | undefined;
  onChoose: (sheet: number) => void;
}) {
  const { t } = useTranslation("exchange");
  if (!book || book.sheets.length < 2) return null;
  return (
    <div className="max-w-xs">
      <Field label={t("mapping.sheet")}>
        <Select value={book.sheet} onChange={({ target }) => onChoose(Number(target.value))}>
          {book.sheets.map((name, n) => (
            <option key={name} value={n}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  );
}
