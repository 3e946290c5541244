import { useTranslation } from "react-i18next";

import { ImportRow } from "../../collect/exchange/import-row.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { EmptyState } from "../../shared/ui/empty-state.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import type { RenderUndo } from "../../shared/components/undo-slot.ts";
import { catalogueImports } from "../data/imports/catalogue-imports.ts";
import { catalogueImportKeys } from "../../collect/data/exchange/keys.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { reviewKeys } from "../../moderate/data/review/keys.ts";

/** Imports into the catalogue. What members don't use can be undone. */
export function ImportList({ renderUndo }: { renderUndo: RenderUndo }) {
  const { t } = useTranslation(["catalogueImport", "common", "exchange"]);
  const { data, isPending, refetch } = useMemberQuery(catalogueImports());
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
          >
            {one.removed < one.added &&
              renderUndo({
                label: t("exchange:list.undo"),
                name: t("exchange:list.undoOf", { file: one.file_name }),
                title: t("exchange:list.undoOf", { file: one.file_name }),
                batchId: one.id,
                invalidates: [catalogueImportKeys.list, reviewKeys.all],
              })}
          </ImportRow>
        ))}
      </ul>
    </section>
  );
}
