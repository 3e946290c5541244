import { Pencil, Trash2 } from "lucide-react";
import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { lazyDialog } from "../../shared/components/lazy-dialog.ts";
import { editCopy } from "../copy-editor/copy-requests.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Checkbox } from "../../shared/ui/checkbox.tsx";
import type { Copy } from "../domain/copies/copy.ts";
import type { CopyEntry, CopyQuery } from "../domain/copies/filter.ts";
import { CopyGrid } from "./copy-grid.tsx";
import { CopyTable } from "./copy-table.tsx";
import { useCopyNames } from "./copy-words.ts";
import type { CopyView } from "./use-copy-query.ts";
import type { useCopyWrites } from "./use-copy-writes.ts";
import { MoreButton } from "../../shared/components/more-button.tsx";
import { useSteps } from "../../shared/components/use-steps.ts";

/** Lazy: it needs the rules of the details. */
const BulkDialog = lazyDialog(async () => ({
  default: (await import("./bulk-dialog.tsx")).BulkDialog,
}));

/*
 * Steps rather than a virtual list: what is shown can be found by the browser's own search, reached by Tab and
 * printed, and cards may differ in height. A step costs the same in a collection of 50 copies and of 20,000: filters
 * and orders work on the array, and only what is shown is rendered.
 */
const STEP = 48;

/** The found copies: list, selection, and what is done to many at once. */
export function Found({
  userId,
  entries,
  query,
  onQuery,
  view,
  writes,
  selected,
  onSelected,
  ofChosen,
}: {
  userId: string;
  entries: readonly CopyEntry[];
  query: CopyQuery;
  onQuery: (query: CopyQuery) => void;
  view: CopyView;
  writes: ReturnType<typeof useCopyWrites>;
  /** Undefined while nothing is being selected. */
  selected: ReadonlySet<string> | undefined;
  onSelected: (selected: ReadonlySet<string> | undefined) => void;
  /** What else is offered for the chosen copies. */
  ofChosen: (chosen: readonly Copy[]) => ReactNode;
}) {
  const { t } = useTranslation(["copies", "common"]);
  const names = useCopyNames(entries);
  const { length, more } = useSteps(STEP);
  const [isEditing, setEditing] = useState(false);
  const chosen = entries.filter(({ copy }) => selected?.has(copy.id)).map(({ copy }) => copy);

  async function removeChosen() {
    if (await writes.remove(chosen)) onSelected(undefined);
  }

  const isSelecting = selected !== undefined;
  const leave = useEffectEvent(() => onSelected(undefined));
  useEffect(() => {
    if (!isSelecting) return;
    function onKey({ key, defaultPrevented }: KeyboardEvent) {
      // A dialog or a sheet closes first.
      const isTaken = defaultPrevented || document.querySelector("[role=dialog], :popover-open");
      if (key === "Escape" && !isTaken) leave();
    }
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [isSelecting]);

  const List = view === "table" ? CopyTable : CopyGrid;
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="catalogue-list min-w-0">
        <List
          entries={entries.slice(0, length)}
          query={query}
          onQuery={onQuery}
          names={names}
          selected={selected}
          onSelect={(id, isSelected) => {
            const next = new Set(selected);
            if (isSelected) next.add(id);
            else next.delete(id);
            onSelected(next);
          }}
          onEdit={({ copy }) =>
            editCopy({ userId, jerseyId: copy.jersey?.id ?? null, copyId: copy.id })
          }
        />
      </div>
      {entries.length > length && <MoreButton onMore={more}>{t("common:action.more")}</MoreButton>}
      {isSelecting && (
        <section
          aria-label={t("bulk.label")}
          className="sticky bottom-4 z-30 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-2xl border border-line bg-raised px-4 py-3 shadow-xl"
        >
          <Checkbox
            className="text-sm"
            checked={chosen.length === entries.length}
            onChange={({ target }) =>
              onSelected(new Set(target.checked ? entries.map(({ copy }) => copy.id) : []))
            }
          >
            {t("list.selectAll")}
          </Checkbox>
          <p role="status" className="ml-auto font-semibold">
            {chosen.length > 0 && t("bulk.count", { count: chosen.length })}
          </p>
          {chosen.length > 0 && (
            <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">
              {ofChosen(chosen)}
              <Button variant="outline" size="sm" onClick={() => void removeChosen()}>
                <Trash2 aria-hidden />
                {t("common:action.remove")}
              </Button>
              <Button size="sm" onClick={() => setEditing(true)}>
                <Pencil aria-hidden />
                {t("common:action.edit")}
              </Button>
            </div>
          )}
        </section>
      )}
      {isEditing && (
        <Suspense fallback={null}>
          <BulkDialog
            count={chosen.length}
            isSaving={writes.isChanging}
            onSave={(details) => writes.change(chosen, details)}
            onClose={() => setEditing(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
