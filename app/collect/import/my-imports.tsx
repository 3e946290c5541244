import { Suspense, useEffect, useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { lazyDialog } from "../../shared/components/lazy-dialog.ts";
import { ImportList } from "../../shared/import/import-list.tsx";
import { ImportRow } from "../../shared/import/import-row.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { copyKeys } from "../data/copies/keys.ts";
import { effectsOfUndo, importsOf, undoImport } from "../data/exchange/imports.ts";
import { importKeys } from "../data/exchange/keys.ts";
import { useMemberMutation } from "../../shared/data/member-mutation.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { shelfKeys } from "../data/shelves/keys.ts";

const ConfirmDialog = lazyDialog(async () => ({
  default: (await import("../../shared/components/confirm-dialog.tsx")).ConfirmDialog,
}));

/** The import whose undoing is asked about. */
interface Asked {
  id: string;
  file_name: string;
}

const UNDO_MS = 7 * 24 * 60 * 60 * 1000;

/** The member's imports; those of the last seven days can be undone. */
export function MyImports({
  userId,
  isImporting,
  onUndo,
}: {
  userId: string;
  /** True while one is under way above: that there is none yet would be wrong. */
  isImporting: boolean;
  onUndo: (id: string) => void;
}) {
  const { t } = useTranslation(["exchange", "common"]);
  const [now] = useState(() => Date.now());
  const query = useMemberQuery(importsOf(userId));
  const undo = useMemberMutation({
    write: undoImport,
    invalidates: [
      importKeys.list(userId),
      copyKeys.all(userId),
      shelfKeys.lists(userId),
      shelfKeys.memberships(userId),
    ],
    onSuccess: (_done, id) => onUndo(id),
  });
  const [asked, setAsked] = useState<Asked>();
  // What the next import brings is another matter.
  const { reset } = undo;
  useEffect(() => {
    if (isImporting) reset();
  }, [isImporting, reset]);
  return (
    <>
      <ImportList
        query={query}
        failedText={t("common:error.loadFailed")}
        none={isImporting ? null : <p className="text-muted">{t("list.empty")}</p>}
        head={
          <>
            <h3 className="heading text-xl">{t("list.title")}</h3>
            <div role="status" className="grid gap-2 empty:hidden">
              {undo.data && (
                <p>
                  {t("list.undone", {
                    removed: undo.data.removed,
                    restored: undo.data.restored,
                  })}{" "}
                  {undo.data.wishes + undo.data.votes > 0 &&
                    t("list.undoneMarks", {
                      wishes: undo.data.wishes,
                      votes: undo.data.votes,
                    })}{" "}
                  {undo.data.photos > 0 && t("list.undonePhotos", { count: undo.data.photos })}
                </p>
              )}
              {undo.data && undo.data.kept.length > 0 && (
                <>
                  <p>{t("list.kept", { count: undo.data.kept.length })}</p>
                  <ul className="list-disc pl-5 text-sm">
                    {undo.data.kept.map(({ id, title }) => (
                      <li key={id}>{title}</li>
                    ))}
                  </ul>
                </>
              )}
            </div>
            <p role="alert" className="text-sm text-danger empty:hidden">
              {undo.isError && t("list.undoFailed")}
            </p>
          </>
        }
      >
        {(one) => (
          <ImportRow
            key={one.id}
            row={one}
            said={[
              t("list.counts", { added: one.added, changed: one.changed }),
              one.wishes + one.votes > 0 &&
                t("list.marks", { wishes: one.wishes, votes: one.votes }),
              one.photos > 0 && t("list.photos", { count: one.photos }),
            ]}
          >
            {!one.undone_at && Date.parse(one.created_at) > now - UNDO_MS && (
              <Button
                variant="outline"
                size="sm"
                disabled={undo.isPending}
                aria-label={t("common:of", { label: t("list.undo"), name: one.file_name })}
                onClick={() => setAsked(one)}
              >
                {t("list.undo")}
              </Button>
            )}
          </ImportRow>
        )}
      </ImportList>
      {asked && (
        <Suspense fallback={null}>
          <UndoDialog
            asked={asked}
            onConfirm={() => {
              undo.mutate(asked.id);
              setAsked(undefined);
            }}
            onClose={() => setAsked(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}

/** Asks before an import is undone, and says how many of its shirts others see. */
function UndoDialog({
  asked: { id, file_name: name },
  onConfirm,
  onClose,
}: {
  asked: Asked;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation(["exchange", "common"]);
  const { data, isLoading } = useMemberQuery(effectsOfUndo(id));
  const { listed = 0, shown = 0 } = data ?? {};
  return (
    <ConfirmDialog
      title={t("common:of", { label: t("list.undo"), name })}
      text={t("list.undoText")}
      confirm={t("list.undo")}
      cancel={t("common:action.cancel")}
      close={t("common:close")}
      busy={isLoading}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <div role="status" className="grid gap-1 empty:hidden">
        {listed > 0 && <p>{t("list.undoListed", { count: listed })}</p>}
        {shown > 0 && <p>{t("list.undoShown", { count: shown })}</p>}
      </div>
    </ConfirmDialog>
  );
}
