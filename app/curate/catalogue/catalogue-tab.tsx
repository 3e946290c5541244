import { Plus } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import type { FieldValues } from "react-hook-form";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { LoadFailed } from "../../shared/components/load-failed.tsx";
import { Checkbox } from "../../shared/ui/checkbox.tsx";
import { Select } from "../../shared/ui/select.tsx";
import { LEAGUES } from "../../shared/domain/leagues.ts";
import { Button } from "../../shared/ui/button.tsx";
import { cx } from "../../shared/ui/cx.ts";
import { EmptyState } from "../../shared/ui/empty-state.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { adminRowsQuery } from "../data/catalogue/admin-rows.ts";
import { adminRowKeys } from "../data/catalogue/keys.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { queryClient } from "../../shared/data/query-client.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { CatalogueForm } from "./catalogue-form.tsx";
import { CatalogueItem, SearchField } from "./catalogue-list.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import { formDraft } from "./draft.ts";
import type { CatalogueRow, Kind } from "./kind.ts";
import { useCatalogueForm } from "./use-catalogue-form.ts";
import { useDebouncedValue } from "../../shared/components/use-debounced-value.ts";
import { MoreButton } from "../../shared/components/more-button.tsx";
import { useSteps } from "../../shared/components/use-steps.ts";

const PAGE = 50;

/** The form and the searchable list of one table of the catalogue. */
export function CatalogueTab<Row extends CatalogueRow, Form extends FieldValues, Values>({
  kind,
}: {
  kind: Kind<Row, Form, Values>;
}) {
  const { t } = useTranslation([
    "adminCatalogue",
    "common",
    "facts",
    "adminCommunity",
    "catalogue",
  ]);
  const { t: common } = useTranslation();
  const lang = useLanguage();
  const editor = useCatalogueForm(kind);
  const [typed, setTyped] = useState("");
  const { length, more, restart } = useSteps(PAGE);
  const [removing, setRemoving] = useState<Row>();
  const [merging, setMerging] = useState<Row>();
  // The form stays closed until it is opened: the list has the width. A draft opens it.
  const [adding, setAdding] = useState(() => formDraft().read(kind.table) !== undefined);
  const open = adding || editor.loaded !== undefined || editor.form.formState.isDirty;
  const heading = useRef<HTMLHeadingElement>(null);
  const wasOpen = useRef(open);
  // The form's buttons disappear with it, so the focus moves to the heading.
  useEffect(() => {
    if (wasOpen.current && !open) heading.current?.focus();
    wasOpen.current = open;
  }, [open]);
  const text = useDebouncedValue(typed.trim());
  const list = useMemberQuery(adminRowsQuery(kind.table, kind.list, text));
  const [league, setLeague] = useState("");
  const [areBare, setBare] = useState(false);
  const { filtered } = kind;
  const found = useMemo(
    () =>
      (list.data ?? [])
        .filter(
          (row) =>
            !filtered ||
            ((league === "" || filtered.leagueOf(row) === league) &&
              (!areBare || filtered.isBare(row))),
        )
        .sort(kind.order(lang)),
    [list.data, kind, lang, filtered, league, areBare],
  );
  const count = found.length;
  const rows = found.slice(0, length);

  /** Opens the form. The button disappears, so the focus moves to the form. */
  function add() {
    setAdding(true);
    requestAnimationFrame(() => document.getElementById(`${kind.table}-form`)?.focus());
  }

  function cancel() {
    setAdding(false);
    editor.cancel();
  }

  async function afterDelete(row: Row) {
    setRemoving(undefined);
    setMerging(undefined);
    if (editor.loaded?.id === row.id) editor.cancel();
    await queryClient.invalidateQueries({ queryKey: adminRowKeys.table(kind.table) });
    // The button that opened the dialog is gone, so the focus moves to the heading.
    heading.current?.focus();
  }

  return (
    <div
      className={cx(
        "grid grid-cols-[minmax(0,1fr)] items-start gap-8",
        open && "lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]",
      )}
    >
      {open && <CatalogueForm kind={kind} editor={{ ...editor, cancel }} />}
      <section aria-labelledby={`${kind.table}-list`} className="grid gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2
            id={`${kind.table}-list`}
            ref={heading}
            tabIndex={-1}
            className="heading text-xl focus-visible:outline-none"
          >
            {t(`catalogue:names.${kind.table}`)}
          </h2>
          {!open && (
            <Button onClick={add}>
              <Plus aria-hidden />
              {t(`${kind.table}.add`)}
            </Button>
          )}
        </div>
        <SearchField
          label={t(`${kind.table}.search`)}
          value={typed}
          onChange={(next) => {
            setTyped(next);
            restart();
          }}
        />
        {filtered && (
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
            <Select
              aria-label={t("facts:league")}
              value={league}
              onChange={({ target }) => {
                setLeague(target.value);
                restart();
              }}
              className="w-auto"
            >
              <option value="">{t("filter.all")}</option>
              {LEAGUES.map((one) => (
                <option key={one} value={one}>
                  {common(`league.${one}`)}
                </option>
              ))}
            </Select>
            <Checkbox
              checked={areBare}
              onChange={({ target }) => {
                setBare(target.checked);
                restart();
              }}
            >
              {t("filter.bare")}
            </Checkbox>
          </div>
        )}
        <p role="status" className="text-sm text-muted">
          {list.data &&
            t([`catalogue:count.${kind.table as "teams"}`, "adminCatalogue:brands.count"], {
              count,
            })}
        </p>
        {list.isPending && <Skeleton className="h-96 rounded-xl" />}
        {list.isError && !list.data && (
          <LoadFailed title={t("adminCommunity:loadFailed")} onRetry={list.refetch} />
        )}
        {list.data && count === 0 && (
          <EmptyState
            title={text || league || areBare ? t("catalogue:noResults") : common("error.noData")}
          />
        )}
        {rows.length > 0 && (
          <ul className="overflow-hidden rounded-xl border border-line">
            {rows.map((row) => (
              <CatalogueItem
                key={row.id}
                kind={kind}
                row={row}
                isEdited={row.id === editor.loaded?.id}
                onEdit={() => void editor.edit(row)}
                onDelete={() => setRemoving(row)}
                onMerge={kind.Merge && (() => setMerging(row))}
              />
            ))}
          </ul>
        )}
        {count > rows.length && <MoreButton onMore={more}>{t("common:action.more")}</MoreButton>}
      </section>
      {merging && kind.Merge && (
        <kind.Merge
          row={merging}
          onDone={() => void afterDelete(merging)}
          onClose={() => setMerging(undefined)}
        />
      )}
      {removing && (
        <DeleteDialog
          table={kind.table}
          row={removing}
          name={kind.nameOf?.(removing, lang) ?? removing.name}
          onDone={() => void afterDelete(removing)}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </div>
  );
}
