import { useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { type LeftLines, readStoredImport } from "../../shared/browser/stored-import.ts";
import { uniqueId } from "../../shared/browser/unique-id.ts";
import { FileChoice } from "../../shared/import/file-choice.tsx";
import { useImportSteps } from "../../shared/import/use-import-steps.ts";
import type { Zip } from "./zip.ts";
import type { Sent } from "../domain/exchange/marks.ts";
import type { SentPhoto } from "../domain/exchange/photos.ts";
import { type CheckedList, checkList } from "./check-list.ts";
import { DryRun } from "./dry-run.tsx";
import { ImportRun } from "./import-run.tsx";
import { MapColumns } from "./map-columns.tsx";
import { MyImports } from "./my-imports.tsx";
import { type OpenedFile, openFile } from "./open-file.ts";
import { newImport, type Running } from "./send-list.ts";
import { SaveTemplate } from "./save-template.tsx";
import { useImportDraft } from "./use-import-draft.ts";

/** Imports a list of shirts: file, columns, dry run, batches; below, the imports so far. */
export default function CollectionImport({ userId }: { userId: string }) {
  const { t } = useTranslation("exchange");
  const steps = useImportSteps<OpenedFile, CheckedList, Running>(userId, readStoredImport);
  const [zip, setZip] = useState<Zip>();
  const draft = useImportDraft(userId);
  const { step } = steps;
  const cancel = () => {
    steps.leave();
    draft.forget();
  };
  const end = () => {
    steps.leave();
    setZip(undefined);
  };
  const begin = (opened: OpenedFile, lines: Sent[], photos: SentPhoto[], left: LeftLines) => {
    setZip(opened.zip);
    steps.run(newImport(uniqueId(), opened.name, lines, photos, left));
    draft.forget();
  };
  return (
    <div className="grid grid-cols-1 gap-8">
      {step.name === "choose" && (
        <FileChoice
          id="collection-file"
          // Old workbooks can be chosen so that their refusal can name the way.
          accept=".csv,.tsv,.txt,.json,.zip,.xlsx,.xls,.ods,text/csv,application/json,application/zip"
          text={t("import.text")}
          label={t("import.choose")}
          hint={t("import.hint")}
          pasteHelp={t("import.pasteLines")}
          open={async (file) => steps.open(await openFile(file))}
          problemText={(problem) => t(`import.problems.${problem}`)}
        >
          {draft.stored && (
            <p className="max-w-prose rounded-xl bg-surface p-4 break-words">
              {t("import.kept", { file: draft.stored.fileName })}
            </p>
          )}
          <SaveTemplate />
        </FileChoice>
      )}
      {step.name === "columns" && (
        <MapColumns
          // Another sheet has other columns.
          key={step.opened.book?.sheet}
          opened={step.opened}
          draft={draft.of(step.opened.table)}
          onReread={(table) => steps.open({ ...step.opened, table })}
          onSheet={(sheet) => steps.open(step.opened.ofSheet!(sheet))}
          check={async (client, columns, onProgress) => {
            const { opened } = step;
            const known = draft.of(opened.table);
            steps.check(opened, await checkList(client, opened, columns, known, onProgress));
          }}
          onCancel={cancel}
        />
      )}
      {step.name === "check" && (
        <DryRun
          userId={userId}
          opened={step.opened}
          initial={step.checked}
          onChoices={(chosen) => draft.store(step.opened, step.checked, chosen)}
          onConfirm={(...chosen) => begin(step.opened, ...chosen)}
          onCancel={cancel}
        />
      )}
      {step.name === "run" && (
        <ImportRun
          key={step.running.id}
          userId={userId}
          running={step.running}
          zip={zip}
          onZip={setZip}
          onEnd={end}
        />
      )}
      <MyImports
        userId={userId}
        isImporting={step.name !== "choose"}
        // Its result, above, is no longer true.
        onUndo={(id) => {
          if (step.name === "run" && step.running.id === id) end();
        }}
      />
    </div>
  );
}
