import { Upload } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { readStoredImport } from "../../shared/browser/stored-import.ts";
import { uniqueId } from "../../shared/browser/unique-id.ts";
import type { Zip } from "../browser/zip/open-zip.ts";
import { useStoredImport } from "../exchange/use-stored-import.ts";
import { FileButton } from "../../shared/components/file-button.tsx";
import { Progress } from "../../shared/ui/progress.tsx";
import { Spinner } from "../../shared/ui/spinner.tsx";
import { useProblemText } from "../../shared/data/problem-words.ts";
import { matchLines, matchMarks } from "../data/exchange/imports.ts";
import { readPhotoStems } from "../data/exchange/import-photos.ts";
import { useMemberMutation } from "../../shared/data/member-mutation.ts";
import { checked } from "../domain/exchange/dry-run.ts";
import type { Mapping } from "../domain/exchange/guess-columns.ts";
import { checkedMark, type Sent } from "../domain/exchange/marks.ts";
import { importedCopies, type SentPhoto } from "../domain/exchange/photos.ts";
import { readLines, type ReadOptions } from "../domain/exchange/read-line.ts";
import { FileError, linesOf } from "../domain/exchange/read-table.ts";
import {
  correctedLines,
  type ImportDraft,
  marksWithChoices,
  withChoices,
} from "../domain/exchange/import-draft.ts";
import { type Checked, DryRun } from "./dry-run.tsx";
import { ImportList } from "./import-list.tsx";
import { MapColumns } from "./map-columns.tsx";
import { ImportRun } from "./import-run.tsx";
import { type OpenedFile, openFile } from "./open-file.ts";
import { newImport, type Running } from "./run-import.ts";
import { useImportDraft } from "./use-import-draft.ts";

interface Opened extends OpenedFile {
  name: string;
}

/** Imports a list of shirts: file, columns, dry run, batches; below, the imports so far. */
export default function CollectionImport({ userId }: { userId: string }) {
  const [opened, setOpened] = useState<Opened>();
  const [result, setResult] = useState<Checked>();
  const [running, setRunning] = useStoredImport<Running>(userId, readStoredImport);
  const [zip, setZip] = useState<Zip>();
  const draft = useImportDraft(userId);
  const reset = () => {
    setOpened(undefined);
    setResult(undefined);
    draft.forget();
  };
  const begin = (lines: Sent[], photos: SentPhoto[]) => {
    setZip(opened!.zip);
    setRunning(newImport(uniqueId(), opened!.name, lines, photos));
    reset();
  };
  return (
    <div className="grid grid-cols-1 gap-8">
      {running ? (
        <ImportRun
          key={running.id}
          userId={userId}
          running={running}
          zip={zip}
          onZip={setZip}
          onEnd={() => {
            setRunning(undefined);
            setZip(undefined);
          }}
        />
      ) : !opened ? (
        <ChooseFile draft={draft.stored} onOpen={setOpened} />
      ) : !result ? (
        <Columns
          opened={opened}
          draft={draft.of(opened.table)}
          onChecked={setResult}
          onCancel={reset}
        />
      ) : (
        <DryRun
          userId={userId}
          opened={opened}
          initial={result}
          onChoices={(chosen) => draft.store(opened, result, chosen)}
          onConfirm={begin}
          onCancel={reset}
        />
      )}
      <ImportList userId={userId} />
    </div>
  );
}

function ChooseFile({
  draft,
  onOpen,
}: {
  /** Of a dry run that was left. */
  draft: ImportDraft | undefined;
  onOpen: (opened: Opened) => void;
}) {
  const { t } = useTranslation("exchange");
  const { mutate, isPending, error } = useMemberMutation({
    write: async (_client, file: File) => onOpen({ name: file.name, ...(await openFile(file)) }),
  });
  return (
    <div className="grid gap-3" aria-busy={isPending}>
      <p className="max-w-prose text-muted">{t("import.text")}</p>
      {draft && (
        <p className="max-w-prose rounded-xl bg-surface p-4 break-words">
          {t("import.kept", { file: draft.fileName })}
        </p>
      )}
      <div>
        <FileButton
          id="collection-file"
          hint="collection-file-hint"
          accept=".csv,.tsv,.txt,.json,.zip,text/csv,application/json,application/zip"
          multiple={false}
          disabled={isPending}
          onFiles={([file]) => file && mutate(file)}
        >
          <Upload aria-hidden />
          {t("import.choose")}
        </FileButton>
      </div>
      <p id="collection-file-hint" className="max-w-prose text-sm text-muted">
        {t("import.hint")}
      </p>
      <p role="status" className="flex items-center gap-2 text-sm text-muted empty:hidden">
        {isPending && (
          <>
            <Spinner /> {t("import.reading")}
          </>
        )}
      </p>
      <p role="alert" className="text-sm text-danger empty:hidden">
        {error &&
          (error instanceof FileError
            ? `${t(`import.problems.${error.problem}`)} ${error.line ? t("import.at", { line: error.line }) : ""}`
            : t("import.failed"))}
      </p>
    </div>
  );
}

function Columns({
  opened,
  draft,
  onChecked,
  onCancel,
}: {
  opened: Opened;
  /** What was chosen for the same file before. */
  draft: ImportDraft | undefined;
  onChecked: (result: Checked) => void;
  onCancel: () => void;
}) {
  const { t } = useTranslation("exchange");
  const [done, setDone] = useState(0);
  const problemText = useProblemText("exchange:errors");
  const check = useMemberMutation({
    write: async (client, { mapping, options }: { mapping: Mapping; options: ReadOptions }) => {
      const { rows, marks = [] } = opened.table;
      const fresh = readLines(rows, mapping, options);
      // With other columns, the lines say something else.
      const sameDraft = isEqual(draft?.mapping, mapping) ? draft : undefined;
      const read = sameDraft ? correctedLines(fresh, sameDraft, options) : fresh;
      const lines = read.flatMap(({ line }) => line ?? []);
      const matches = await matchLines(client, lines, setDone);
      const matchOf = new Map(lines.map((line, n) => [line, matches[n]]));
      const result = read.map((one) => checked(one, one.line && matchOf.get(one.line)));
      const candidates = await matchMarks(client, marks, (more) => setDone(rows.length + more));
      const ids = opened.zip ? importedCopies(result) : [];
      const checkedMarks = marks.map((mark, n) => checkedMark(mark, candidates[n] ?? []));
      onChecked({
        mapping,
        options,
        lines: sameDraft ? withChoices(result, sameDraft) : result,
        stems: await readPhotoStems(client, ids),
        marks: sameDraft ? marksWithChoices(checkedMarks, sameDraft) : checkedMarks,
      });
    },
    onError: (error) => console.error("lines not matched", error),
  });
  if (check.isPending) {
    return (
      <div className="grid gap-3" role="status">
        <p>{t("check.busy")}</p>
        <Progress value={done / linesOf(opened.table)} label={t("check.busy")} />
      </div>
    );
  }
  return (
    <>
      <MapColumns
        table={opened.table}
        initial={draft}
        onNext={(mapping, options) => check.mutate({ mapping, options })}
        onCancel={onCancel}
      />
      <p role="alert" className="text-sm text-danger empty:hidden">
        {check.isError && problemText(check.error, t("check.failed"))}
      </p>
    </>
  );
}

const isEqual = (one: Mapping | undefined, other: Mapping) =>
  JSON.stringify(one) === JSON.stringify(other);
