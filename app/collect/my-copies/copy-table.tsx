import { Pencil } from "lucide-react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { seasonInWords } from "../../shared/i18n/season-in-words.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Table, Td, Th } from "../../shared/ui/table.tsx";
import type { DetailName } from "../domain/copies/copy-details.ts";
import { useDetailWords } from "../i18n/use-detail-words.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import type { CopyEntry } from "../domain/copies/filter.ts";
import { type CopyListProps, CopyTitle, SelectBox } from "./copy-grid.tsx";
import { useCopyWords } from "./copy-words.ts";

interface Column {
  title: string;
  className?: string;
  of: (entry: CopyEntry) => string | number | null | undefined;
}

/** The details that have a column. */
const LISTED = [
  "size",
  "version",
  "condition",
  "bought_on",
  "price",
  "storage_place",
  "lent_to",
] as const satisfies readonly DetailName[];

/** Copies as rows, with the columns in which one of them has something; the button that opens a copy stays in view. */
export function CopyTable({ entries, names, selected, onSelect, onEdit }: CopyListProps) {
  const { t } = useTranslation("copies");
  const words = useCopyWords();
  const { textOf } = useDetailWords();
  const lang = useLanguage();
  const select = t("bulk.label");
  const all: Column[] = [
    { title: t("list.team"), of: ({ facts }) => facts.team },
    {
      title: t("list.season"),
      of: ({ facts }) => (facts.season ? seasonInWords(facts.season, lang) : facts.year),
    },
    { title: t("list.kit"), of: words.kit },
    ...LISTED.map((name): Column => ({
      title: t(`fields.${name}`),
      of: name === "size" ? words.size : ({ copy }) => textOf(name, copy),
      ...(name === "price" && { className: "text-right tabular-nums" }),
    })),
  ];
  const columns = all.filter(({ of }) => entries.some(of));
  return (
    <Table>
      <thead>
        <tr>
          {selected && (
            <Th className="pr-0!">
              <span className="sr-only">{select}</span>
            </Th>
          )}
          <Th>{t("list.jersey")}</Th>
          {columns.map(({ title, className }) => (
            <Th key={title} className={className && "text-right!"}>
              {title}
            </Th>
          ))}
          <Th className="sticky right-0">
            <span className="sr-only">{t("list.actions")}</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => {
          const { copy } = entry;
          const title = names.get(copy.id) ?? "";
          return (
            <tr key={copy.id} className="whitespace-nowrap">
              {selected && (
                <Td className="py-0! pr-0!">
                  <SelectBox
                    label={t("list.select", { title })}
                    isSelected={selected.has(copy.id)}
                    onChange={(isSelected) => onSelect(copy.id, isSelected)}
                  />
                </Td>
              )}
              <Td className="min-w-48 font-semibold whitespace-normal!">
                <CopyTitle entry={entry} className="hover:underline" />
              </Td>
              {columns.map((column) => (
                <Td key={column.title} className={column.className}>
                  {column.of(entry)}
                </Td>
              ))}
              <Td className="sticky right-0 bg-paper px-1! py-0! text-right">
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={t("list.edit", { title })}
                  onClick={() => onEdit(entry)}
                >
                  <Pencil aria-hidden />
                </Button>
              </Td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}
