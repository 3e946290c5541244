import { Download } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { saveFile } from "../../shared/browser/save-file.ts";
import { Button } from "../../shared/ui/button.tsx";
import { matchLines } from "../data/exchange/imports.ts";
import { useMemberMutation } from "../../shared/data/member-mutation.ts";
import {
  type CheckedLine,
  checked,
  formerFacts,
  withFound,
  VERDICTS,
  type Verdict,
} from "../domain/exchange/dry-run.ts";
import { readLine, type ReadOptions, type Values } from "../domain/exchange/read-line.ts";
import { csv } from "../../shared/domain/write-csv.ts";
import { DryRunLine } from "./dry-run-line.tsx";
import { SteppedList } from "./stepped-list.tsx";
import { VerdictFilter } from "./verdict-filter.tsx";

/** What an import would do with the shirts of a file. */
export function DryRunCopies({
  header,
  options,
  lines,
  onChange,
}: {
  header: string[];
  options: ReadOptions;
  lines: CheckedLine[];
  onChange: (change: (lines: CheckedLine[]) => CheckedLine[]) => void;
}) {
  const { t } = useTranslation("exchange");
  const [chosen, setChosen] = useState<Verdict>(
    () => VERDICTS.find((verdict) => lines.some((line) => line.verdict === verdict)) ?? "new",
  );
  const set = (n: number, line: CheckedLine) => onChange((old) => old.with(n, line));
  const correct = useMemberMutation({
    write: async (client, { n, values }: { n: number; values: Values }) => {
      const { row, times } = lines[n]!.read;
      const read = readLine(row, values, times, options);
      const [match] = read.line ? await matchLines(client, [read.line], () => {}) : [];
      set(n, checked(read, match));
    },
  });
  const listed = [...lines.entries()].filter(([, { verdict }]) => verdict === chosen);
  const chooseAll = (choice: "keep" | "leave") =>
    onChange((old) =>
      old.map((line) =>
        line.verdict === "unmatched" && (choice === "leave" || formerFacts(line.read.line!))
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
    <>
      <VerdictFilter verdicts={VERDICTS} lines={lines} chosen={chosen} onChoose={setChosen} />
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
      <SteppedList key={chosen} items={listed}>
        {([n, line]) => (
          <DryRunLine
            key={n}
            line={line}
            busy={correct.isPending}
            onChoice={(choice) => set(n, { ...line, choice })}
            onFound={(candidate) => set(n, withFound(line, candidate))}
            onCorrect={(values) => correct.mutate({ n, values })}
          />
        )}
      </SteppedList>
    </>
  );
}
