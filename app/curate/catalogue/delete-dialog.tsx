import { useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { toast } from "../../shared/components/toast.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Dialog, DialogClose, DialogContent } from "../../shared/ui/dialog.tsx";
import { type CatalogueTable, deactivateRow, removeRow } from "../data/catalogue/admin-rows.ts";
import { databaseProblem, detailsOf } from "../../shared/data/database-error.ts";
import { useMemberMutation } from "../../shared/data/member-mutation.ts";
import { useProblemText } from "../../shared/data/problem-words.ts";
import type { CatalogueRow } from "./kind.ts";

/** Numbers of rows that depend on this one, as the database counts them. */
type Dependents = Partial<Record<"jerseys" | "teams" | "entries", number>>;

/**
 * Confirms deleting a row. If other rows depend on it, the database refuses; the dialog then lists
 * them and offers to make the row inactive instead.
 */
export function DeleteDialog({
  table,
  row,
  name,
  onDone,
  onClose,
}: {
  table: CatalogueTable;
  row: CatalogueRow;
  /** Its name in the reader's language. */
  name: string;
  /** Called when the row is deleted, inactive, or no longer the one that is shown. */
  onDone: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation(["adminCatalogue", "common", "adminCommunity", "catalogue"]);
  const problemText = useProblemText();
  const [used, setUsed] = useState<Dependents>();
  const canDeactivate = used && table !== "brands" && row.is_active;

  const remove = useMemberMutation({
    write: (client) => removeRow(client, table, row),
    onSuccess: () => {
      toast.success(t("done.deleted"));
      onDone();
    },
    onError: (error) => {
      const problem = databaseProblem(error);
      if (problem.message === "in_use") return setUsed(detailsOf<Dependents>(problem) ?? {});
      toast.error(
        t(problem.kind === "changed" ? "changedBeforeDelete" : "adminCommunity:deleteFailed"),
      );
      if (problem.kind === "changed") onDone();
    },
  });
  const deactivate = useMemberMutation({
    write: (client, kind: Exclude<CatalogueTable, "brands">) => deactivateRow(client, kind, row.id),
    onSuccess: () => {
      toast.success(t("done.updated"));
      onDone();
    },
    onError: (error) => toast.error(problemText(error)),
  });
  const busy = remove.isPending || deactivate.isPending;

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={name}
        description={used ? t("inUse.text") : t("confirmDelete")}
        closeLabel={t("common:close")}
      >
        {used && (
          <div role="alert">
            <ul className="grid list-disc gap-1 pl-5">
              {(["jerseys", "teams", "entries"] as const).map(
                (what) =>
                  used[what] && (
                    <li key={what}>
                      {t(what === "entries" ? "seasonCount" : `catalogue:count.${what}`, {
                        count: used[what],
                      })}
                    </li>
                  ),
              )}
            </ul>
          </div>
        )}
        {canDeactivate && <p className="text-sm text-muted">{t("inUse.deactivateText")}</p>}
        <div className="flex flex-wrap justify-end gap-3">
          <DialogClose asChild>
            <Button variant="outline">
              {t(used && !canDeactivate ? "common:close" : "common:action.cancel")}
            </Button>
          </DialogClose>
          {!used && (
            <Button variant="destructive" busy={busy} onClick={() => remove.mutate()}>
              {t("common:action.delete")}
            </Button>
          )}
          {canDeactivate && (
            <Button busy={busy} onClick={() => deactivate.mutate(table)}>
              {t("inUse.deactivate")}
            </Button>
          )}
        </div>
      </DialogContent>
    </Dialog>
  );
}
