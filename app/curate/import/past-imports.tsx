import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { ImportList } from "../../shared/import/import-list.tsx";
import { ImportRow } from "../../shared/import/import-row.tsx";
import type { RenderUndo } from "../../moderate/components/undo-slot.ts";
import { catalogueImports } from "../data/imports/catalogue-imports.ts";
import { catalogueImportKeys } from "../data/imports/keys.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { reviewKeys } from "../../moderate/data/review/keys.ts";

/** Imports into the catalogue. What members don't use can be undone. */
export function PastImports({ renderUndo }: { renderUndo: RenderUndo }) {
  const { t } = useTranslation(["catalogueImport", "exchange", "common"]);
  return (
    <ImportList
      query={useMemberQuery(catalogueImports())}
      titleId="catalogue-imports"
      failedText={t("common:error.loadFailed")}
      none={null}
      head={
        <h2 id="catalogue-imports" className="heading text-2xl">
          {t("catalogueImport:list.title")}
        </h2>
      }
    >
      {(one) => (
        <ImportRow
          key={one.id}
          row={one}
          said={[
            t(`catalogueImport:list.status.${one.status}`),
            t("catalogueImport:list.counts", {
              added: one.added,
              // The browser sends none of the lines that the check before has left out.
              left: one.finished_at
                ? one.line_count - one.added
                : one.already_there + one.duplicates + one.refused,
            }),
          ]}
          undone={one.kept > 0 && t("catalogueImport:list.keptCount", { count: one.kept })}
        >
          {one.removed < one.added &&
            renderUndo({
              label: t("exchange:list.undo"),
              name: t("common:of", { label: t("exchange:list.undo"), name: one.file_name }),
              title: t("common:of", { label: t("exchange:list.undo"), name: one.file_name }),
              batchId: one.id,
              invalidates: [catalogueImportKeys.list, reviewKeys.all, ...reviewKeys.counts],
            })}
        </ImportRow>
      )}
    </ImportList>
  );
}
