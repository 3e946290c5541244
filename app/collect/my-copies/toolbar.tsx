import type { ReactNode } from "react";
import { LayoutGrid, Search, Table as TableIcon } from "lucide-react";

import { SORT_LABELS } from "../i18n/sort-labels.ts";
import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { Input } from "../../shared/ui/input.tsx";
import { Select } from "../../shared/ui/select.tsx";
import type { CopyQuery } from "../domain/copies/filter.ts";
import { COPY_SORTS, type CopySort } from "../domain/copies/sort.ts";
import type { CopyView } from "./use-copy-query.ts";

/** Words, order, view and selection of a collection. */
export function Toolbar({
  query,
  words,
  view,
  isSelecting,
  onSelecting,
  onQuery,
  onWords,
  onView,
  children,
}: {
  query: CopyQuery;
  words: string;
  view: CopyView;
  isSelecting: boolean;
  onSelecting: (isSelecting: boolean) => void;
  onQuery: (query: CopyQuery) => void;
  onWords: (words: string) => void;
  onView: (view: CopyView) => void;
  /** How many were found. */
  children: ReactNode;
}) {
  const { t } = useTranslation(["copies", "common", "facts", "filters"]);
  const isTable = view === "table";
  return (
    <>
      <div className="flex min-h-11 items-center gap-2">
        <div className="mr-auto">{children}</div>
        <Button variant="outline" size="sm" onClick={() => onSelecting(!isSelecting)}>
          {t(isSelecting ? "list.done" : "list.selecting")}
        </Button>
        <Button
          variant="ghost"
          size="icon"
          className="max-sm:hidden"
          aria-label={t("list.table")}
          aria-pressed={isTable}
          title={t("list.table")}
          onClick={() => onView(isTable ? "grid" : "table")}
        >
          {isTable ? <LayoutGrid aria-hidden /> : <TableIcon aria-hidden />}
        </Button>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)_9.5rem] gap-2 sm:grid-cols-[minmax(0,1fr)_13rem] sm:gap-3">
        <div className="relative">
          <Search
            aria-hidden
            className="pointer-events-none absolute top-3.5 left-3.5 size-4 text-muted"
          />
          <Input
            type="search"
            aria-label={t("list.search")}
            placeholder={t("list.search")}
            value={words}
            onChange={({ target }) => onWords(target.value)}
            className="truncate pl-10"
          />
        </div>
        <Select
          aria-label={t("filters:sort.label")}
          value={query.sort}
          onChange={({ target }) =>
            onQuery({ ...query, sort: target.value as CopySort, isReversed: false })
          }
        >
          {COPY_SORTS.map((sort) => (
            <option key={sort} value={sort}>
              {t(SORT_LABELS[sort])}
            </option>
          ))}
        </Select>
      </div>
    </>
  );
}
