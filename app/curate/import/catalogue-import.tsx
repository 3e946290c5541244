import { useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { readStoredCatalogueImport } from "../../shared/browser/stored-import.ts";
import { uniqueId } from "../../shared/browser/unique-id.ts";
import type { RenderUndo } from "../../moderate/components/undo-slot.ts";
import type { FileProblem } from "../../shared/domain/import/file-error.ts";
import { FileChoice } from "../../shared/import/file-choice.tsx";
import { useImportSteps } from "../../shared/import/use-import-steps.ts";
import type { CheckedJersey } from "../domain/import/catalogue-check.ts";
import type { ChosenFiles } from "./chosen-files.ts";
import { DryRun } from "./dry-run.tsx";
import { ImageButtons } from "./image-buttons.tsx";
import { ImportRun } from "./import-run.tsx";
import { MapColumns } from "./map-columns.tsx";
import { ofSheet, type OpenedFile, openFile } from "./open-file.ts";
import { PastImports } from "./past-imports.tsx";
import type { Running } from "./run-import.ts";

/** Imports lists of jerseys into the catalogue: file and images, columns, dry run, batches. */
export default function CatalogueImport({
  userId,
  renderUndo,
}: {
  userId: string;
  renderUndo: RenderUndo;
}) {
  const { t } = useTranslation(["catalogueImport", "exchange"]);
  const [files, setFiles] = useState<ChosenFiles>(() => new Map());
  const steps = useImportSteps<OpenedFile, CheckedJersey[], Running>(
    userId,
    readStoredCatalogueImport,
  );
  const { step } = steps;
  const leave = () => {
    steps.leave();
    setFiles(new Map());
  };
  return (
    <div className="grid grid-cols-1 gap-10">
      <section aria-labelledby="catalogue-import" className="grid grid-cols-1 gap-4">
        <h2 id="catalogue-import" className="heading text-2xl">
          {t("catalogueImport:title")}
        </h2>
        {step.name === "choose" && (
          <FileChoice
            id="catalogue-file"
            accept=".csv,.tsv,.txt,.json,.xlsx,.ods,text/csv,application/json"
            text={t("exchange:import.text")}
            label={t("catalogueImport:choose")}
            hint={t("catalogueImport:hint")}
            pasteHelp={t("exchange:import.pasteHelp")}
            open={async (file) => steps.open(await openFile(file))}
            problemText={problemText}
          >
            <ImageButtons files={files} onFiles={setFiles} />
          </FileChoice>
        )}
        {step.name === "columns" && (
          <MapColumns
            // Another sheet has other columns.
            key={step.opened.book?.sheet}
            opened={step.opened}
            files={files}
            onFiles={setFiles}
            onReread={(table) => steps.open({ ...step.opened, table })}
            onSheet={(sheet) =>
              steps.open(ofSheet(step.opened.name, step.opened.book!.choose(sheet)))
            }
            onChecked={(lines) => steps.check(step.opened, lines)}
            onCancel={leave}
          />
        )}
        {step.name === "check" && (
          <DryRun
            header={step.opened.table.header}
            initial={step.checked}
            files={files}
            onConfirm={(confirmed) =>
              steps.run({
                ...{ id: uniqueId(), fileName: step.opened.name, isNew: true },
                ...confirmed,
              })
            }
            onCancel={leave}
          />
        )}
        {step.name === "run" && (
          <ImportRun
            key={step.running.id}
            userId={userId}
            running={step.running}
            files={files}
            onFiles={setFiles}
            onEnd={leave}
          />
        )}
      </section>
      <PastImports renderUndo={renderUndo} />
    </div>
  );

  function problemText(problem: FileProblem) {
    return problem === "tooLarge" || problem === "tooManyRows" || problem === "otherJson"
      ? t(`catalogueImport:problems.${problem}`)
      : t(`exchange:import.problems.${problem}`);
  }
}
