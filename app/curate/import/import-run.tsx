import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { forgetCatalogueImport } from "../../shared/browser/stored-import.ts";
import { RunPanel } from "../../shared/import/run-panel.tsx";
import { useImportRun } from "../../shared/import/use-import-run.ts";
import { useProblemText } from "../../shared/data/problem-words.ts";
import { Progress as ProgressBar } from "../../shared/ui/progress.tsx";
import { catalogueImportKeys } from "../data/imports/keys.ts";
import { reviewKeys } from "../../moderate/data/review/keys.ts";
import { formatNumber } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { ImageButtons } from "./image-buttons.tsx";
import type { ChosenFiles } from "./chosen-files.ts";
import {
  FilesMissingError,
  NOTHING_DONE,
  type Progress,
  runImport,
  type Running,
} from "./run-import.ts";
import { useColumnName } from "./use-column-name.ts";
import { useReasonText } from "./use-reason-text.ts";

/** Lines with a problem that are listed; the rest is counted. */
const LISTED = 50;

/** An import with its progress. It begins at once; one that was left before begins by pressing. */
export function ImportRun({
  userId,
  running,
  files,
  onFiles,
  onEnd,
}: {
  userId: string;
  running: Running;
  files: ChosenFiles;
  onFiles: (files: ChosenFiles) => void;
  onEnd: () => void;
}) {
  const { t } = useTranslation(["catalogueImport", "exchange"]);
  const lang = useLanguage();
  const otherText = useProblemText("exchange:errors");
  const { progress, isPending, error, resume, stop } = useImportRun<Progress, ChosenFiles>({
    start: NOTHING_DONE,
    begins: running.isNew === true,
    files,
    send: (client, _, chosen, sending) => runImport(client, userId, running, chosen, sending),
    invalidates: [catalogueImportKeys.list, reviewKeys.all, ...reviewKeys.counts],
  });
  const isDone = progress.done === running.lines.length;
  const values = {
    done: formatNumber(progress.done, lang),
    all: formatNumber(running.lines.length, lang),
  };
  return (
    <RunPanel
      fileName={running.fileName}
      isFinished={isDone}
      isPending={isPending}
      status={
        <>
          {!isDone && (
            <ProgressBar
              value={progress.done / running.lines.length}
              label={t("exchange:run.progress", values)}
            />
          )}
          <p role="status">
            {isDone
              ? [
                  t(
                    running.status === "pending"
                      ? "catalogueImport:run.queued"
                      : "catalogueImport:run.added",
                    { count: progress.added },
                  ),
                  progress.there > 0 && t("catalogueImport:run.there", { count: progress.there }),
                ]
                  .filter(Boolean)
                  .join(" ")
              : t(isPending ? "exchange:run.progress" : "exchange:run.left", values)}
          </p>
        </>
      }
      problem={error ? problemText(error) : undefined}
      onStop={stop}
      onResume={() => resume(files)}
      onDiscard={() => void forgetCatalogueImport(userId).then(onEnd)}
      onClose={onEnd}
    >
      {error instanceof FilesMissingError && <ImageButtons files={files} onFiles={onFiles} />}
      <Problems problems={progress.problems} />
    </RunPanel>
  );

  function problemText(problem: Error) {
    if (problem instanceof FilesMissingError) {
      return t("catalogueImport:run.files", { name: problem.message });
    }
    return otherText(problem);
  }
}

/** Lines that were not imported, with the reasons. */
function Problems({ problems }: { problems: Progress["problems"] }) {
  const { t } = useTranslation(["catalogueImport", "exchange"]);
  const reasonText = useReasonText();
  const nameOf = useColumnName();
  if (problems.length === 0) return null;
  return (
    <div className="grid gap-2">
      <p className="font-semibold">
        {t("catalogueImport:run.problems", { count: problems.length })}
      </p>
      <ul className="grid gap-1 text-sm">
        {problems.slice(0, LISTED).map(({ line, outcome }) => (
          <li key={line.key} className="break-words">
            {line.title}
            {" – "}
            {outcome.outcome === "duplicate"
              ? `${t("catalogueImport:check.duplicate")} ${(outcome.candidates ?? []).map(({ title }) => title).join(", ")}`
              : (outcome.refusals ?? [])
                  .map((refusal) => `${nameOf(refusal.field)}: ${reasonText(refusal)}`)
                  .join(" ")}
          </li>
        ))}
      </ul>
    </div>
  );
}
