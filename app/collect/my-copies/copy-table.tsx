import { ArrowDown, Pencil } from "lucide-react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { seasonInWords } from "../../shared/i18n/season-in-words.ts";
import { Button } from "../../shared/ui/button.tsx";
import { cx } from "../../shared/ui/cx.ts";
import { Table, Td, Th } from "../../shared/ui/table.tsx";
import { namesTeam } from "../../shared/domain/jersey.ts";
import type { DetailName } from "../domain/copies/copy-details.ts";
import { useDetailWords } from "../i18n/use-detail-words.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import type { CopyEntry, CopyQuery } from "../domain/copies/filter.ts";
import { ASCENDING, type CopySort } from "../domain/copies/sort.ts";
import { type CopyListProps, CopyTitle, SelectBox } from "./copy-grid.tsx";
import { CopyPicture } from "./copy-picture.tsx";
import { useCopyWords } from "./copy-words.ts";

interface Column {
  title: string;
  /** The order that its head sorts by. */
  sort?: CopySort;
  className?: string;
  /** True if it is there even if no copy has something in it. */
  isUsual?: boolean;
  of: (entry: CopyEntry) => string | number | null | undefined;
}

/** The details that have a column, and the order by it. */
const LISTED = [
  ["size"],
  ["price", "price"],
  ["bought_on", "bought"],
  ["condition", "condition"],
  ["version"],
  ["storage_place"],
  ["lent_to"],
] as const satisfies readonly [DetailName, CopySort?][];

/** Copies as rows, with the columns in which one of them has something; the button that opens a copy stays in view. */
export function CopyTable({
  entries,
  query,
  onQuery,
  names,
  selected,
  onSelect,
  onEdit,
}: CopyListProps) {
  const { t } = useTranslation(["copies", "facts"]);
  const words = useCopyWords();
  const { textOf } = useDetailWords();
  const lang = useLanguage();
  const select = t("bulk.label");
  const all: Column[] = [
    {
      title: t("facts:season"),
      sort: "year",
      of: ({ facts }) => (facts.season ? seasonInWords(facts.season, lang) : facts.year),
    },
    { title: t("facts:kit_type"), of: words.kit },
    { title: t("list.print"), isUsual: true, of: words.print },
    ...LISTED.map(([name, sort]): Column => ({
      title: t(`fields.${name}`),
      ...(sort && { sort }),
      isUsual: name === "price" || name === "bought_on",
      of: name === "size" ? words.size : ({ copy }) => textOf(name, copy),
      ...(name === "price" && { className: "text-right tabular-nums" }),
    })),
  ];
  const columns = all.filter(({ of, isUsual }) => isUsual || entries.some(of));
  const sorting = { query, onQuery };
  return (
    <Table>
      <thead>
        <tr>
          {selected && (
            <Th className="pr-0!">
              <span className="sr-only">{select}</span>
            </Th>
          )}
          <Th className="w-12 pr-0!">
            <span className="sr-only">{t("list.picture")}</span>
          </Th>
          <Head title={t("facts:jersey")} sort="title" {...sorting} />
          {columns.map(({ title, sort, className }) => (
            <Head key={title} title={title} sort={sort} className={className} {...sorting} />
          ))}
          <Th className="sticky right-0">
            <span className="sr-only">{t("list.actions")}</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => {
          const { copy, facts } = entry;
          const { team } = facts;
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
              <Td className="py-1.5! pr-0!">
                <div className="w-12">
                  <CopyPicture copy={copy} sizes="3rem" />
                </div>
              </Td>
              <Td className="min-w-48 font-semibold whitespace-normal!">
                <CopyTitle entry={entry} className="hover:underline" />
                {team && !namesTeam({ title, team }) && (
                  <span className="block font-normal text-muted">{team}</span>
                )}
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

/** The head of a column; pressed, it sorts by it, and the other way round. */
function Head({
  title,
  sort,
  className,
  query,
  onQuery,
}: {
  title: string;
  sort: CopySort | undefined;
  className?: string | undefined;
  query: CopyQuery;
  onQuery: (query: CopyQuery) => void;
}) {
  const right = className && "text-right!";
  if (!sort) return <Th className={right}>{title}</Th>;
  const isSorted = query.sort === sort;
  const isAscending = ASCENDING.includes(sort) !== query.isReversed;
  return (
    <Th
      className={cx("py-0!", right)}
      {...(isSorted && { "aria-sort": isAscending ? "ascending" : "descending" })}
    >
      <button
        type="button"
        className="-mx-2 inline-flex min-h-11 items-center gap-1 rounded-lg px-2 hover:bg-line"
        onClick={() => onQuery({ ...query, sort, isReversed: isSorted && !query.isReversed })}
      >
        {title}
        <ArrowDown
          aria-hidden
          className={cx("size-4", !isSorted && "opacity-0", isAscending && "rotate-180")}
        />
      </button>
    </Th>
  );
}
