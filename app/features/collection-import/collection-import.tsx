import { Upload } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { forgetImport, readKeptImport } from "../../browser/kept-import.ts";
import { uniqueId } from "../../browser/unique-id.ts";
import { FileButton } from "../../components/file-button.tsx";
import { Button } from "../../components/ui/button.tsx";
import { Progress } from "../../components/ui/progress.tsx";
import { Spinner } from "../../components/ui/spinner.tsx";
import { copyKeys } from "../../data/copies/keys.ts";
import { databaseProblem } from "../../data/database-error.ts";
import { matchLines } from "../../data/exchange/imports.ts";
import { importKeys } from "../../data/exchange/keys.ts";
import { useMemberMutation } from "../../data/member-mutation.ts";
import { shelfKeys } from "../../data/shelves/keys.ts";
import { type CheckedLine, checked, type SentLine } from "../../domain/exchange/dry-run.ts";
import type { Mapping } from "../../domain/exchange/guess-columns.ts";
import { readLines, type ReadOptions } from "../../domain/exchange/read-line.ts";
import { FileError, type Table } from "../../domain/exchange/read-table.ts";
import { formatNumber } from "../../i18n/format.ts";
import { useLanguage } from "../../i18n/use-language.ts";
import { DryRun } from "./dry-run.tsx";
import { ImportList } from "./import-list.tsx";
import { MapColumns } from "./map-columns.tsx";
import { openFile } from "./open-file.ts";
import { runImport, type Running } from "./run-import.ts";

interface Opened {
  name: string;
  table: Table;
}

interface Checked {
  options: ReadOptions;
  lines: CheckedLine[];
}

/** Imports a list of shirts: file, columns, dry run, batches; below, the imports so far. */
export default function CollectionImport({ userId }: { userId: string }) {
  const [opened, setOpened] = useState<Opened>();
  const [result, setResult] = useState<Checked>();
  const [running, setRunning] = useKeptImport(userId);
  const reset = () => {
    setOpened(undefined);
    setResult(undefined);
  };
  const begin = (lines: SentLine[]) => {
    const id = uniqueId();
    setRunning({ id, fileName: opened!.name, lines, done: 0, refused: [] });
    reset();
  };
  return (
    <div className="grid grid-cols-1 gap-8">
      {running ? (
        <Run
          key={running.id}
          userId={userId}
          running={running}
          onEnd={() => setRunning(undefined)}
        />
      ) : !opened ? (
        <ChooseFile onOpen={setOpened} />
      ) : !result ? (
        <Columns opened={opened} onChecked={setResult} onCancel={reset} />
      ) : (
        <DryRun
          header={opened.table.header}
          options={result.options}
          initial={result.lines}
          onConfirm={begin}
          onCancel={reset}
        />
      )}
      <ImportList userId={userId} />
    </div>
  );
}

/** The import that is running, or that this browser has kept. */
function useKeptImport(userId: string) {
  const state = useState<Running>();
  const [, setRunning] = state;
  useEffect(() => {
    let isHere = true;
    async function find() {
      const kept = await readKeptImport<SentLine>(userId);
      if (isHere && kept) setRunning((current) => current ?? kept);
    }
    void find();
    return () => void (isHere = false);
  }, [userId, setRunning]);
  return state;
}

function ChooseFile({ onOpen }: { onOpen: (opened: Opened) => void }) {
  const { t } = useTranslation("exchange");
  const { mutate, isPending, error } = useMemberMutation({
    write: async (_client, file: File) => onOpen({ name: file.name, table: await openFile(file) }),
  });
  return (
    <div className="grid gap-3" aria-busy={isPending}>
      <p className="max-w-prose text-muted">{t("import.text")}</p>
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
  onChecked,
  onCancel,
}: {
  opened: Opened;
  onChecked: (result: Checked) => void;
  onCancel: () => void;
}) {
  const { t } = useTranslation("exchange");
  const [done, setDone] = useState(0);
  const check = useMemberMutation({
    write: async (client, { mapping, options }: { mapping: Mapping; options: ReadOptions }) => {
      const read = readLines(opened.table.rows, mapping, options);
      const lines = read.flatMap(({ line }) => line ?? []);
      const matches = await matchLines(client, lines, setDone);
      const matchOf = new Map(lines.map((line, n) => [line, matches[n]]));
      const result = read.map((one) => checked(one, one.line && matchOf.get(one.line)));
      onChecked({ options, lines: result });
    },
    onError: (error) => console.error("lines not matched", error),
  });
  if (check.isPending) {
    return (
      <div className="grid gap-3" role="status">
        <p>{t("check.busy")}</p>
        <Progress value={done / opened.table.rows.length} label={t("check.busy")} />
      </div>
    );
  }
  return (
    <>
      <MapColumns
        table={opened.table}
        onNext={(mapping, options) => check.mutate({ mapping, options })}
        onCancel={onCancel}
      />
      <p role="alert" className="text-sm text-danger empty:hidden">
        {check.isError &&
          t(databaseProblem(check.error).kind === "tooMany" ? "run.tooMany" : "check.failed")}
      </p>
    </>
  );
}

/** An import with its progress. It is begun by pressing, also when it was left before. */
function Run({
  userId,
  running: start,
  onEnd,
}: {
  userId: string;
  running: Running;
  onEnd: () => void;
}) {
  const { t } = useTranslation("exchange");
  const lang = useLanguage();
  const [running, setRunning] = useState(start);
  const isStopped = useRef(false);
  const isNew = useRef(start.done === 0);
  const { mutate, isPending, error } = useMemberMutation({
    write: async (client) => {
      isStopped.current = false;
      setRunning(await runImport(client, userId, running, setRunning, () => isStopped.current));
    },
    invalidates: [
      importKeys.list(userId),
      copyKeys.all(userId),
      shelfKeys.lists(userId),
      shelfKeys.memberships(userId),
    ],
    onError: (problem) => console.error("import stopped", problem),
  });
  useEffect(() => {
    if (isNew.current) mutate();
    isNew.current = false;
  }, [mutate]);
  const all = running.lines.length;
  const isDone = running.done === all;
  const values = { done: formatNumber(running.done, lang), all: formatNumber(all, lang) };
  return (
    <section
      aria-label={running.fileName}
      className="grid gap-4 rounded-2xl border border-line bg-raised p-4 sm:p-6"
    >
      <p className="font-semibold break-words">{running.fileName}</p>
      {!isDone && <Progress value={running.done / all} label={t("run.progress", values)} />}
      <p role="status">
        {isDone
          ? t("run.finished", { count: all - running.refused.length })
          : t(isPending ? "run.progress" : "run.left", values)}
      </p>
      <p role="alert" className="text-sm text-danger empty:hidden">
        {error
          ? t(reasonOf(error))
          : isDone &&
            running.refused.length > 0 &&
            t("run.refused", { count: running.refused.length })}
      </p>
      <div className="flex flex-wrap gap-3">
        {isDone ? (
          <Button onClick={onEnd}>{t("run.close")}</Button>
        ) : isPending ? (
          <Button variant="outline" onClick={() => (isStopped.current = true)}>
            {t("run.stop")}
          </Button>
        ) : (
          <>
            <Button onClick={() => mutate()}>{t("run.resume")}</Button>
            <Button variant="outline" onClick={() => void forgetImport(userId).then(onEnd)}>
              {t("run.discard")}
            </Button>
          </>
        )}
      </div>
    </section>
  );
}

function reasonOf(error: Error) {
  const { kind, message } = databaseProblem(error);
  if (kind === "offline") return "run.offline";
  if (kind === "tooMany") return "run.tooMany";
  if (kind === "expired" || kind === "factor") return "run.session";
  return message === "import_undone" ? "run.undone" : "run.failed";
}
