import { Download, Upload } from "lucide-react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { saveFile } from "../../shared/browser/save-file.ts";
import { FileButton } from "../../shared/components/file-button.tsx";
import { toast } from "../../shared/components/toast.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Spinner } from "../../shared/ui/spinner.tsx";
import type { LineUpCatalogue, LineUpSeason } from "../data/line-ups/line-ups.ts";
import { replaceLineUps } from "../data/line-ups/roll-overs.ts";
import { csv } from "../../shared/domain/write-csv.ts";
import { storedCompetitionName } from "../../shared/i18n/catalogue-names.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { type CsvPreview, previewCsv } from "./csv-import.ts";
import { csvRows } from "./csv-rows.ts";
import type { NamedLineUp } from "./exchange.tsx";
import { shownTeam, sortedTeams } from "./team-names.ts";
import { SHOWING_LINE_UPS } from "../data/line-ups/keys.ts";
import { useMemberMutation } from "../../shared/data/member-mutation.ts";
import { useProblemText } from "../../shared/data/problem-words.ts";

/** Refused lines that are listed; the rest is counted. */
const LISTED = 50;

/** Exports the line-ups on the screen as CSV, and imports a file after a preview. */
export function CsvTools({
  season,
  seasons,
  lineUps,
  catalogue,
}: {
  season: LineUpSeason;
  seasons: LineUpSeason[];
  lineUps: NamedLineUp[];
  catalogue: LineUpCatalogue;
}) {
  const { t } = useTranslation(["adminLineUps", "common"]);
  // A mutation, though it only reads: it runs on demand and shows its failure.
  const read = useMemberMutation({
    write: (client, file: File) => previewCsv(client, file, seasons, catalogue),
    onError: (error) => {
      console.error("CSV not read", error);
      toast.error(t("common:error.loadFailed"));
    },
  });

  function save() {
    const rows = lineUps.flatMap((lineUp) => csvRows(season, lineUp.competition, lineUp.teams));
    saveFile(`maillotheque-${season.code}.csv`, "text/csv;charset=utf-8", csv(rows));
  }

  return (
    <div className="grid gap-3" aria-busy={read.isPending}>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" disabled={lineUps.length === 0} onClick={save}>
          <Download aria-hidden />
          {t("csv.export")}
        </Button>
        <FileButton
          id="line-ups-csv"
          hint="line-ups-csv-hint"
          accept=".csv,text/csv"
          multiple={false}
          disabled={read.isPending}
          onFiles={([file]) => file && read.mutate(file)}
        >
          <Upload aria-hidden />
          {t("csv.import")}
        </FileButton>
      </div>
      <p id="line-ups-csv-hint" className="max-w-prose text-sm text-muted">
        {t("csv.hint")}
      </p>
      <p role="status" className="flex items-center gap-2 text-sm text-muted empty:hidden">
        {read.isPending && (
          <>
            <Spinner />
            {t("csv.reading", { file: read.variables.name })}
          </>
        )}
      </p>
      {read.data && <Preview preview={read.data} onDone={read.reset} />}
    </div>
  );
}

function Preview({ preview, onDone }: { preview: CsvPreview; onDone: () => void }) {
  const { t } = useTranslation(["adminLineUps", "common"]);
  const lang = useLanguage();
  const { changes, problems } = preview;
  const problemText = useProblemText("adminLineUps:errors");
  const { mutate, isPending, error } = useMemberMutation({
    write: replaceLineUps,
    invalidates: SHOWING_LINE_UPS,
    endsExpiredSession: true,
    onSuccess: () => {
      toast.success(t("csv.applied", { count: changes.length }));
      onDone();
    },
    onError: (failure) => toast.error(problemText(failure)),
  });
  return (
    <section
      aria-labelledby="csv-preview"
      className="grid gap-4 rounded-2xl border border-line bg-raised p-4 sm:p-6"
    >
      <h3
        id="csv-preview"
        className="heading text-lg break-words"
        tabIndex={-1}
        ref={(heading) => heading?.focus()}
      >
        {t("csv.preview", { file: preview.file })}
      </h3>
      {problems.length > 0 ? (
        <Refused problems={problems} />
      ) : changes.length === 0 ? (
        <p>{t("csv.nothing")}</p>
      ) : (
        <ul className="grid gap-4">
          {changes.map((change) => (
            <li key={`${change.seasonId} ${change.competitionId}`}>
              <p className="font-semibold">
                {storedCompetitionName(change.competition, lang)}, {change.season}
              </p>
              {(["added", "removed"] as const).map(
                (list) =>
                  change[list].length > 0 && (
                    <p key={list} className="text-sm">
                      {t(`csv.${list}`, {
                        teams: sortedTeams(change[list], lang)
                          .map((team) => shownTeam(team, lang))
                          .join(", "),
                      })}
                    </p>
                  ),
              )}
            </li>
          ))}
        </ul>
      )}
      <p role="alert" className="text-sm text-danger empty:hidden">
        {error && problemText(error)}
      </p>
      <div className="flex flex-wrap gap-3">
        {changes.length > 0 && (
          <Button busy={isPending} onClick={() => mutate(changes)}>
            {t("csv.apply")}
          </Button>
        )}
        <Button variant="outline" disabled={isPending} onClick={onDone}>
          {t(changes.length > 0 ? "common:action.cancel" : "common:close")}
        </Button>
      </div>
    </section>
  );
}

function Refused({ problems }: { problems: CsvPreview["problems"] }) {
  const { t } = useTranslation("adminLineUps");
  const others = problems.length - LISTED;
  return (
    <div role="alert" className="grid gap-2 text-sm">
      <p className="font-semibold text-danger">{t("csv.refused", { count: problems.length })}</p>
      <ul className="grid gap-1">
        {problems.slice(0, LISTED).map(({ line, problem, value }, n) => (
          <li key={n} className="break-words">
            {t("csv.line", { line, problem: t(`csv.problems.${problem}`, { value }) })}
          </li>
        ))}
        {others > 0 && <li>{t("csv.more", { count: others })}</li>}
      </ul>
    </div>
  );
}
