import { Download } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { saveFile } from "../../browser/save-file.ts";
import { Button } from "../../components/ui/button.tsx";
import { matchLines } from "../../data/exchange/imports.ts";
import { useMemberMutation } from "../../data/member-mutation.ts";
import {
  type CheckedLine,
  checked,
  keptFacts,
  linesToSend,
  type SentLine,
  VERDICTS,
  type Verdict,
} from "../../domain/exchange/dry-run.ts";
import { readLine, type ReadOptions, type Values } from "../../domain/exchange/read-line.ts";
import { csv } from "../../domain/exchange/write-csv.ts";
import { DryRunLine } from "./dry-run-line.tsx";

/** Lines that are shown at once. */
const STEP = 25;

/** What an import would do, line by line. Nothing is saved before it is confirmed. */
export function DryRun({
  header,
  options,
  initial,
  onConfirm,
  onCancel,
}: {
  header: string[];
  options: ReadOptions;
  initial: CheckedLine[];
  onConfirm: (lines: SentLine[]) => void;
  onCancel: () => void;
}) {
  const { t } = useTranslation("exchange");
  const [lines, setLines] = useState(initial);
  const counts = new Map(VERDICTS.map((verdict) => [verdict, 0]));
  for (const { verdict } of lines) counts.set(verdict, counts.get(verdict)! + 1);
  const [chosen, setChosen] = useState<Verdict>(
    () => VERDICTS.find((verdict) => initial.some((line) => line.verdict === verdict)) ?? "new",
  );
  const [most, setMost] = useState(STEP);
  const set = (n: number, line: CheckedLine) =>
    setLines((old) => old.map((one, at) => (at === n ? line : one)));
  const correct = useMemberMutation({
    write: async (client, { n, values }: { n: number; values: Values }) => {
      const { row, times } = lines[n]!.read;
      const read = readLine(row, values, times, options);
      const [match] = read.line ? await matchLines(client, [read.line], () => {}) : [];
      set(n, checked(read, match));
    },
  });
  const listed = [...lines.entries()].filter(([, { verdict }]) => verdict === chosen);
  const sent = linesToSend(lines);
  const chooseAll = (choice: "keep" | "leave") =>
    setLines((old) =>
      old.map((line) =>
        line.verdict === "unmatched" && (choice === "leave" || keptFacts(line.read.line!))
          ? { ...line, choice }
          : line,
      ),
    );

  function saveRefused() {
    const refused = lines.filter(({ verdict }) => verdict === "refused");
    const names = header.map((name, n) => name || String(n + 1));
    const rows = refused.map(({ read: { row } }) =>
      Object.fromEntries(names.map((name, n) => [name, row.cells[n]])),
    );
    saveFile("maillotheque-refused.csv", "text/csv;charset=utf-8", csv(rows, names));
  }
  return (
    <div className="grid grid-cols-1 gap-5">
      <p className="max-w-prose text-muted">{t("check.text")}</p>
      <div role="group" aria-label={t("check.show")} className="flex flex-wrap gap-2">
        {VERDICTS.map((verdict) => (
          <Button
            key={verdict}
            variant={verdict === chosen ? "default" : "secondary"}
            size="sm"
            aria-pressed={verdict === chosen}
            disabled={counts.get(verdict) === 0}
            onClick={() => {
              setChosen(verdict);
              setMost(STEP);
            }}
          >
            {t(`check.verdicts.${verdict}`, { count: counts.get(verdict)! })}
          </Button>
        ))}
      </div>
      {chosen === "unmatched" && (
        <div className="flex flex-wrap gap-2">
          <Button variant="outline" size="sm" onClick={() => chooseAll("keep")}>
            {t("check.keepAll")}
          </Button>
          <Button variant="outline" size="sm" onClick={() => chooseAll("leave")}>
            {t("check.leaveAll")}
          </Button>
        </div>
      )}
      {chosen === "refused" && (
        <Button variant="outline" size="sm" className="justify-self-start" onClick={saveRefused}>
          <Download aria-hidden />
          {t("check.saveRefused")}
        </Button>
      )}
      <p role="alert" className="text-sm text-danger empty:hidden">
        {correct.isError && t("check.failed")}
      </p>
      <ul className="grid gap-3">
        {listed.slice(0, most).map(([n, line]) => (
          <DryRunLine
            key={n}
            line={line}
            busy={correct.isPending}
            onChoice={(choice) => set(n, { ...line, choice })}
            onCorrect={(values) => correct.mutate({ n, values })}
          />
        ))}
      </ul>
      {listed.length === 0 && <p className="text-muted">{t("check.none")}</p>}
      {listed.length > most && (
        <Button
          variant="outline"
          className="justify-self-center"
          onClick={() => setMost(most + STEP)}
        >
          {t("check.more", { count: listed.length - most })}
        </Button>
      )}
      <div className="flex flex-wrap gap-3">
        <Button variant="hero" disabled={sent.length === 0} onClick={() => onConfirm(sent)}>
          {t(sent.length > 0 ? "check.confirm" : "check.nothing", { count: sent.length })}
        </Button>
        <Button variant="outline" onClick={onCancel}>
          {t("cancel")}
        </Button>
      </div>
    </div>
  );
}
