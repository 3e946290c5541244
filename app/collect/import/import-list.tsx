import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ImportRow } from "../exchange/import-row.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { EmptyState } from "../../shared/ui/empty-state.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { copyKeys } from "../data/copies/keys.ts";
import { importsOf, undoImport } from "../data/exchange/imports.ts";
import { importKeys } from "../data/exchange/keys.ts";
import { useMemberMutation } from "../../shared/data/member-mutation.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { shelfKeys } from "../data/shelves/keys.ts";

const UNDO_MS = 7 * 24 * 60 * 60 * 1000;

/** The member's imports; those of the last seven days can be undone. */
export function ImportList({ userId }: { userId: string }) {
  const { t } = useTranslation(["exchange", "common"]);
  const [now] = useState(() => Date.now());
  const { data, isPending, refetch } = useMemberQuery(importsOf(userId));
  const undo = useMemberMutation({
    write: undoImport,
    invalidates: [
      importKeys.list(userId),
      copyKeys.all(userId),
      shelfKeys.lists(userId),
      shelfKeys.memberships(userId),
    ],
  });
  if (isPending) return <Skeleton className="h-24 rounded-2xl" />;
  if (!data) {
    return (
      <EmptyState
        title={t("exchange:list.failed")}
        action={<Button onClick={() => void refetch()}>{t("common:error.retry")}</Button>}
      />
    );
  }
  if (data.length === 0) return <p className="text-muted">{t("exchange:list.empty")}</p>;
  return (
    <div className="grid gap-4">
      <h3 className="heading text-xl">{t("exchange:list.title")}</h3>
      <div role="status" className="grid gap-2 empty:hidden">
        {undo.data && (
          <p>
            {t("exchange:list.undone", {
              removed: undo.data.removed,
              restored: undo.data.restored,
            })}{" "}
            {undo.data.wishes + undo.data.votes > 0 &&
              t("exchange:list.undoneMarks", {
                wishes: undo.data.wishes,
                votes: undo.data.votes,
              })}{" "}
            {undo.data.photos > 0 && t("exchange:list.undonePhotos", { count: undo.data.photos })}
          </p>
        )}
        {undo.data && undo.data.kept.length > 0 && (
          <>
            <p>{t("exchange:list.kept", { count: undo.data.kept.length })}</p>
            <ul className="list-disc pl-5 text-sm">
              {undo.data.kept.map(({ id, title }) => (
                <li key={id}>{title}</li>
              ))}
            </ul>
          </>
        )}
      </div>
      <p role="alert" className="text-sm text-danger empty:hidden">
        {undo.isError && t("exchange:list.undoFailed")}
      </p>
      <ul className="grid gap-3">
        {data.map((one) => (
          <ImportRow
            key={one.id}
            row={one}
            said={[
              t("exchange:list.counts", { added: one.added, changed: one.changed }),
              one.wishes + one.votes > 0 &&
                t("exchange:list.marks", { wishes: one.wishes, votes: one.votes }),
              one.photos > 0 && t("exchange:list.photos", { count: one.photos }),
            ]}
          >
            {!one.undone_at && Date.parse(one.created_at) > now - UNDO_MS && (
              <Button
                variant="outline"
                size="sm"
                disabled={undo.isPending}
                aria-label={t("exchange:list.undoOf", { file: one.file_name })}
                onClick={() => undo.mutate(one.id)}
              >
                {t("exchange:list.undo")}
              </Button>
            )}
          </ImportRow>
        ))}
      </ul>
    </div>
  );
}
