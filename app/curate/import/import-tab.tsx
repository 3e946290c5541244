import { useState } from "react";
import { useTranslation } from "react-i18next";

import { readStoredCatalogueImport } from "../../shared/browser/stored-import.ts";
import { uniqueId } from "../../shared/browser/unique-id.ts";
import { useStoredImport } from "../../collect/exchange/use-stored-import.ts";
import { Progress } from "../../shared/ui/progress.tsx";
import type { RenderUndo } from "../../shared/components/undo-slot.ts";
import { useProblemText } from "../../shared/data/problem-words.ts";
import { useMemberMutation } from "../../shared/data/member-mutation.ts";
import type { CheckedJersey } from "../domain/import/catalogue-check.ts";
import type { CatalogueMapping } from "../domain/import/catalogue-columns.ts";
import { type CatalogueLine, readCatalogueLines } from "../domain/import/catalogue-line.ts";
import type { Table } from "../../collect/domain/exchange/read-table.ts";
import { checkLines } from "./check-lines.ts";
import { ChooseFiles } from "./choose-files.tsx";
import type { ChosenFiles } from "./chosen-files.ts";
import { DryRun } from "./dry-run.tsx";
import { ExportCatalogue } from "./export-catalogue.tsx";
import { ImportList } from "./import-list.tsx";
import { MapColumns } from "./map-columns.tsx";
import type { Running } from "./run-import.ts";
import { Run } from "./run.tsx";

export interface Opened {
  name: string;
  table: Table;
}

/** Imports lists of jerseys into the catalogue: file and images, columns, dry run, batches; and exports it. */
export default function ImportTab({
  userId,
  renderUndo,
}: {
  userId: string;
  renderUndo: RenderUndo;
}) {
  const { t } = useTranslation("catalogueImport");
  const [opened, setOpened] = useState<Opened>();
  const [files, setFiles] = useState<ChosenFiles>(() => new Map());
  const [lines, setLines] = useState<CheckedJersey[]>();
  const [running, setRunning] = useStoredImport<Running>(userId, readStoredCatalogueImport);
  const reset = () => {
    setOpened(undefined);
    setLines(undefined);
    setFiles(new Map());
  };
  const begin = (sent: CatalogueLine[], status: Running["status"]) => {
    setRunning({ id: uniqueId(), fileName: opened!.name, status, lines: sent, isNew: true });
    setOpened(undefined);
    setLines(undefined);
  };
  return (
    <div className="grid grid-cols-1 gap-10">
      <section aria-labelledby="catalogue-import" className="grid grid-cols-1 gap-4">
        <h2 id="catalogue-import" className="heading text-2xl">
          {t("title")}
        </h2>
        {running ? (
          <Run
            key={running.id}
            userId={userId}
            running={running}
            files={files}
            onFiles={setFiles}
            onEnd={() => {
              setRunning(undefined);
              reset();
            }}
          />
        ) : !opened ? (
          <ChooseFiles files={files} onFiles={setFiles} onOpen={setOpened} />
        ) : !lines ? (
          <Columns
            opened={opened}
            files={files}
            onFiles={setFiles}
            onChecked={setLines}
            onCancel={reset}
          />
        ) : (
          <DryRun
            header={opened.table.header}
            initial={lines}
            files={files}
            onConfirm={begin}
            onCancel={reset}
          />
        )}
      </section>
      <ImportList renderUndo={renderUndo} />
      <ExportCatalogue />
    </div>
  );
}

function Columns({
  opened,
  files,
  onFiles,
  onChecked,
  onCancel,
}: {
  opened: Opened;
  files: ChosenFiles;
  onFiles: (files: ChosenFiles) => void;
  onChecked: (lines: CheckedJersey[]) => void;
  onCancel: () => void;
}) {
  const { t } = useTranslation(["catalogueImport", "exchange"]);
  const [done, setDone] = useState(0);
  const problemText = useProblemText("exchange:errors");
  const check = useMemberMutation({
    write: async (client, mapping: CatalogueMapping) => {
      const read = readCatalogueLines(opened.table.rows, mapping);
      const lines = read.map((line) => ({ read: line, choices: {} }));
      onChecked(await checkLines(client, lines, files, setDone));
    },
    onError: (error) => console.error("lines not matched", error),
  });
  if (check.isPending) {
    return (
      <div className="grid gap-3" role="status">
        <p>{t("catalogueImport:check.busy")}</p>
        <Progress value={done / opened.table.rows.length} label={t("catalogueImport:check.busy")} />
      </div>
    );
  }
  return (
    <>
      <MapColumns
        table={opened.table}
        files={files}
        onFiles={onFiles}
        onNext={check.mutate}
        onCancel={onCancel}
      />
      <p role="alert" className="text-sm text-danger empty:hidden">
        {check.isError && problemText(check.error, t("exchange:check.failed"))}
      </p>
    </>
  );
}
