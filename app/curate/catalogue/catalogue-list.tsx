import { Merge, Pencil, Search as SearchIcon, Trash2 } from "lucide-react";
import type { FieldValues } from "react-hook-form";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Badge } from "../../shared/ui/badge.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { Input } from "../../shared/ui/input.tsx";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import type { CatalogueRow, Kind } from "./kind.ts";

/** The search field above a list. */
export function SearchField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (text: string) => void;
}) {
  return (
    <span className="relative block">
      <Input
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="pl-10"
      />
      <SearchIcon
        aria-hidden
        className="pointer-events-none absolute top-3.5 left-3.5 size-4 text-muted"
      />
    </span>
  );
}

/** One row: its name and facts, and buttons to edit and delete it. */
export function CatalogueItem<Row extends CatalogueRow, Form extends FieldValues, Values>({
  kind: { Facts, Mark, nameOf },
  row,
  isEdited,
  onEdit,
  onDelete,
  onMerge,
}: {
  kind: Kind<Row, Form, Values>;
  row: Row;
  isEdited: boolean;
  onEdit: () => void;
  onDelete: () => void;
  onMerge?: (() => void) | undefined;
}) {
  const { t } = useTranslation(["adminCatalogue", "merging", "common"]);
  const lang = useLanguage();
  const name = nameOf?.(row, lang) ?? row.name;
  return (
    <li
      aria-current={isEdited || undefined}
      className="flex items-center gap-3 border-t border-line px-3 py-2 first:border-t-0 aria-current:bg-surface sm:px-4"
    >
      {Mark && <Mark row={row} />}
      <div className="grid min-w-0 grow gap-1">
        <p className="flex flex-wrap items-center gap-x-2 font-semibold break-words">
          {name}
          {row.is_active === false && <Badge tone="outline">{t("inactive")}</Badge>}
        </p>
        {Facts && (
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
            <Facts row={row} />
          </p>
        )}
      </div>
      <div className="flex shrink-0">
        <Button
          variant="ghost"
          size="icon"
          aria-label={t("common:of", { label: t("common:action.edit"), name })}
          onClick={onEdit}
        >
          <Pencil aria-hidden className="size-5" />
        </Button>
        {onMerge && (
          <Button
            variant="ghost"
            size="icon"
            aria-label={t("common:of", { label: t("merging:merge.action"), name })}
            onClick={onMerge}
          >
            <Merge aria-hidden className="size-5" />
          </Button>
        )}
        <Button
          variant="ghost"
          size="icon"
          aria-label={t("common:of", { label: t("common:action.delete"), name })}
          onClick={onDelete}
        >
          <Trash2 aria-hidden className="size-5" />
        </Button>
      </div>
    </li>
  );
}
