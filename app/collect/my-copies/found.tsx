import { Pencil, Trash2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import { editCopy } from "../copy-editor/copy-requests.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Checkbox } from "../../shared/ui/checkbox.tsx";
import type { CopyEntry } from "../domain/copies/filter.ts";
import { CopyGrid } from "./copy-grid.tsx";
import { CopyTable } from "./copy-table.tsx";
import { useCopyNames } from "./copy-words.ts";
import type { CopyView } from "./use-copy-query.ts";
import type { useCopyWrites } from "./use-copy-writes.ts";
import { MoreButton } from "../../shared/components/more-button.tsx";
import { useSteps } from "../../shared/components/use-steps.ts";

/** Lazy: it needs the rules of the details. */
const BulkDialog = lazy(async () => ({ default: (await import("./bulk-dialog.tsx")).BulkDialog }));

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
  view,
  writes,
}: {
  userId: string;
  entries: readonly CopyEntry[];
  view: CopyView;
  writes: ReturnType<typeof useCopyWrites>;
}) {
  const { t } = useTranslation("copies");
  const names = useCopyNames(entries);
  const { length, more } = useSteps(STEP);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [isEditing, setEditing] = useState(false);
  const chosen = entries.filter(({ copy }) => selected.has(copy.id)).map(({ copy }) => copy);

  async function removeChosen() {
    if (await writes.remove(chosen)) setSelected(new Set());
  }

  const List = view === "table" ? CopyTable : CopyGrid;
  return (
    <div className="grid grid-cols-1 gap-6">
      <Checkbox
        className="justify-self-start text-sm"
        checked={chosen.length === entries.length}
        onChange={({ target }) =>
          setSelected(new Set(target.checked ? entries.map(({ copy }) => copy.id) : []))
        }
      >
        {t("list.selectAll")}
      </Checkbox>
      <div className="catalogue-list min-w-0">
        <List
          entries={entries.slice(0, length)}
          names={names}
          selected={selected}
          onSelect={(id, isSelected) => {
            const next = new Set(selected);
            if (isSelected) next.add(id);
            else next.delete(id);
            setSelected(next);
          }}
          onEdit={({ copy }) =>
            editCopy({ userId, jerseyId: copy.jersey?.id ?? null, copyId: copy.id })
          }
          onRemove={({ copy }) => void writes.remove([copy])}
          onReturned={({ copy }) => void writes.change([copy], { lent_to: null, lent_since: null })}
        />
      </div>
      {entries.length > length && <MoreButton onMore={more}>{t("list.more")}</MoreButton>}
      {chosen.length > 0 && (
        <section
          aria-label={t("bulk.label")}
          className="sticky bottom-4 z-30 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-2xl border border-line bg-raised px-4 py-3 shadow-xl max-lg:bottom-20"
        >
          <p role="status" className="mr-auto font-semibold">
            {t("bulk.count", { count: chosen.length })}
          </p>
          <Button variant="ghost" size="sm" onClick={() => setSelected(new Set())}>
            {t("bulk.none")}
          </Button>
          <Button variant="outline" size="sm" onClick={() => void removeChosen()}>
            <Trash2 aria-hidden />
            {t("bulk.remove")}
          </Button>
          <Button size="sm" onClick={() => setEditing(true)}>
            <Pencil aria-hidden />
            {t("bulk.edit")}
          </Button>
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
