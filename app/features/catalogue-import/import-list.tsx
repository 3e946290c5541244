import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ImportRow } from "../../components/import/import-row.tsx";
import { Button } from "../../components/ui/button.tsx";
import { EmptyState } from "../../components/ui/empty-state.tsx";
import { Progress } from "../../components/ui/progress.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import {
  type CatalogueUndone,
  catalogueImports,
  undoCatalogueImport,
} from "../../data/exchange/catalogue-imports.ts";
import { catalogueImportKeys } from "../../data/exchange/keys.ts";
import { useMemberMutation } from "../../data/member-mutation.ts";
import { useMemberQuery } from "../../data/member-query.ts";
import { reviewKeys } from "../../data/review/keys.ts";

/** Imports into the catalogue; those of the last seven days can be undone. */
export function ImportList() {
  const { t } = useTranslation(["catalogueImport", "common", "exchange"]);
  const [step, setStep] = useState<CatalogueUndone>();
  const { data, isPending, refetch } = useMemberQuery(catalogueImports());
  const undo = useMemberMutation({
    write: (client, id: string) => undoCatalogueImport(client, id, setStep),
    invalidates: [catalogueImportKeys.list, reviewKeys.all],
    onError: (error) => console.error("import not undone", error),
  });
  if (isPending) return <Skeleton className="h-24 rounded-2xl" />;
  if (!data) {
    return (
      <EmptyState
        title={t("catalogueImport:list.failed")}
        action={<Button onClick={() => void refetch()}>{t("common:error.retry")}</Button>}
      />
    );
  }
  if (data.length === 0) return null;
  return (
    <section aria-labelledby="catalogue-imports" className="grid grid-cols-1 gap-4">
      <h2 id="catalogue-imports" className="heading text-2xl">
        {t("catalogueImport:list.title")}
      </h2>
      {undo.isPending && (
        <Progress
          value={step ? (step.removed + step.kept) / Math.max(step.all, 1) : 0}
          label={t("catalogueImport:list.undoing")}
        />
      )}
      <div role="status" className="grid gap-2 empty:hidden">
        {undo.data && <p>{t("catalogueImport:list.undone", { count: undo.data.removed })}</p>}
        {undo.data && undo.data.kept > 0 && (
          <>
            <p>{t("catalogueImport:list.kept", { count: undo.data.kept })}</p>
            <ul className="list-disc pl-5 text-sm">
              {undo.data.kept_jerseys.map(({ id, title, because }) => (
                <li key={id}>
                  {title} (
                  {because.map((what) => t(`catalogueImport:list.because.${what}`)).join(", ")})
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      <p role="alert" className="text-sm text-danger empty:hidden">
        {undo.isError && t("catalogueImport:list.undoFailed")}
      </p>
      <ul className="grid gap-3">
        {data.map((one) => (
          <ImportRow
            key={one.id}
            row={one}
            said={[
              t(`catalogueImport:list.status.${one.status}`),
              t("catalogueImport:list.counts", {
                added: one.added,
                there: one.already_there,
                left: one.duplicates + one.refused,
              }),
            ]}
            undone={one.kept > 0 && t("catalogueImport:list.keptCount", { count: one.kept })}
            hasBegun={Boolean(one.undo_began_at)}
            undo={t(one.undo_began_at ? "catalogueImport:list.undoOn" : "exchange:list.undo")}
            disabled={undo.isPending}
            onUndo={() => {
              setStep(undefined);
              undo.mutate(one.id);
            }}
          />
        ))}
      </ul>
    </section>
  );
}
