import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";

import { useMemberMutation } from "../../shared/data/member-mutation.ts";
import { DryRunLines } from "../../shared/import/dry-run-lines.tsx";
import { SaveRefused } from "../../shared/import/save-refused.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { matchLines } from "../data/exchange/imports.ts";
import {
  type CheckedLine,
  checked,
  firstLines,
  formerFacts,
  isRepeated,
  VERDICTS,
  withCopies,
  withFound,
} from "../domain/exchange/dry-run.ts";
import { readLine, type ReadOptions, type Values } from "../domain/exchange/read-line.ts";
import { DryRunLine } from "./dry-run-line.tsx";
import { RepeatedLines } from "./repeated-lines.tsx";

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
  const firsts = useMemo(() => firstLines(lines), [lines]);
  const [areCopies, setCopies] = useState(() =>
    lines.some((line) => isRepeated(line) && line.choice !== "leave"),
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
  const chooseAll = (choice: "keep" | "leave") =>
    onChange((old) => {
      const chosen = old.map((line) =>
        line.verdict === "unmatched" && (choice === "leave" || formerFacts(line.read.line!))
          ? { ...line, choice }
          : line,
      );
      return withCopies(chosen, areCopies);
    });
  const refusedRows = () =>
    lines.filter(({ verdict }) => verdict === "refused").map(({ read }) => read.row);
  const review = (
    <DryRunLines
      verdicts={VERDICTS}
      lines={lines}
      verdictOf={({ verdict }) => verdict}
      nameOf={(verdict, count) => t(`check.verdicts.${verdict}`, { count })}
      hasFailed={correct.isError}
      renderActions={(verdict) =>
        verdict === "unmatched" ? (
          <div className="flex flex-wrap gap-2">
            <Button variant="outline" size="sm" onClick={() => chooseAll("keep")}>
              {t("check.keepAll")}
            </Button>
            <Button variant="outline" size="sm" onClick={() => chooseAll("leave")}>
              {t("check.leaveAll")}
            </Button>
          </div>
        ) : (
          verdict === "refused" && (
            <SaveRefused header={header} read={() => ({ rows: refusedRows() })} />
          )
        )
      }
    >
      {(line, n) => (
        <DryRunLine
          key={n}
          line={line}
          first={firsts.has(n) ? lines[firsts.get(n)!]!.read.row.line : undefined}
          busy={correct.isPending}
          onChoice={(choice) => set(n, { ...line, choice })}
          onFound={(candidate) => set(n, withFound(line, candidate))}
          onCorrect={(values) => correct.mutate({ n, values })}
        />
      )}
    </DryRunLines>
  );
  return (
    <>
      {firsts.size > 0 && (
        <RepeatedLines
          count={firsts.size}
          areCopies={areCopies}
          onAnswer={(answer) => {
            setCopies(answer);
            onChange((old) => withCopies(old, answer));
          }}
        />
      )}
      {review}
    </>
  );
}
