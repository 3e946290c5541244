import { useMemo, useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { DryRunLines } from "../../shared/import/dry-run-lines.tsx";
import { Button } from "../../shared/ui/button.tsx";
import {
  alikeLines,
  firstLines,
  fittingJersey,
  withCopies,
  withFitting,
  withKept,
  withOwned,
  withoutUnmatched,
} from "../domain/exchange/bulk-choices.ts";
import {
  type CheckedLine,
  isOwned,
  isRepeated,
  VERDICTS,
  withFound,
} from "../domain/exchange/dry-run.ts";
import { CopiesQuestion } from "./copies-question.tsx";
import { DryRunLine } from "./dry-run-line.tsx";
import { lineNumbers } from "./left-lines.tsx";
import { SameWords } from "./same-words.tsx";
import type { Corrections } from "./use-corrections.ts";

/** Verdicts of lines that can become copies. */
const TAKEN: readonly CheckedLine["verdict"][] = ["new", "unmatched", "owned"];

/** What an import would do with the shirts of a file. */
export function DryRunCopies({
  lines,
  corrections,
  onChange,
}: {
  lines: CheckedLine[];
  corrections: Corrections;
  onChange: (change: (lines: CheckedLine[]) => CheckedLine[]) => void;
}) {
  const { t } = useTranslation("exchange");
  const firsts = useMemo(() => firstLines(lines), [lines]);
  const [areCopies, setCopies] = useState(() =>
    lines.some((line) => isRepeated(line) && line.choice !== "leave"),
  );
  const owned = lines.filter(isOwned);
  const [addsOwned, setAddsOwned] = useState(() =>
    lines.some((line) => isOwned(line) && line.choice !== "leave"),
  );
  const set = (n: number, line: CheckedLine) => onChange((old) => old.with(n, line));
  const chooseAll = (choose: (lines: CheckedLine[]) => CheckedLine[]) =>
    onChange((old) => withCopies(choose(old), areCopies));
  const fitting = lines.filter(fittingJersey).length;
  const alike = useMemo(() => alikeLines(lines).map(({ read }) => read.row.line), [lines]);
  const emptied = lines
    .filter(({ read, verdict }) => read.line?.emptied.length && TAKEN.includes(verdict))
    .map(({ read }) => read.row.line);
  const ownedQuestion = (
    <CopiesQuestion
      id="owned-lines"
      question={t("check.owned.question", { count: owned.length })}
      no={t("check.owned.none")}
      yes={t("check.repeated.copies")}
      areCopies={addsOwned}
      onAnswer={(answer) => {
        setAddsOwned(answer);
        onChange((old) => withOwned(old, answer));
      }}
    />
  );
  const review = (
    <DryRunLines
      verdicts={VERDICTS}
      lines={lines}
      verdictOf={({ verdict }) => verdict}
      nameOf={(verdict, count) => t(`check.verdicts.${verdict}`, { count })}
      hasFailed={corrections.isError}
      renderActions={(verdict) => {
        if (verdict === "owned" && owned.length > 0) return ownedQuestion;
        if (verdict !== "unmatched") return null;
        return (
          <div className="flex flex-wrap gap-2">
            <Button variant="outline" size="sm" onClick={() => chooseAll(withKept)}>
              {t("check.keepAll")}
            </Button>
            {fitting > 0 && (
              <Button
                variant="outline"
                size="sm"
                className="h-auto min-h-9 py-1.5 text-left whitespace-normal pointer-coarse:min-h-11"
                onClick={() => chooseAll(withFitting)}
              >
                {t("check.fittingAll", { count: fitting })}
              </Button>
            )}
            <Button variant="outline" size="sm" onClick={() => chooseAll(withoutUnmatched)}>
              {t("check.leaveAll")}
            </Button>
          </div>
        );
      }}
    >
      {(line, n) => (
        <DryRunLine
          key={n}
          line={line}
          first={firsts.has(n) ? lines[firsts.get(n)!]!.read.row.line : undefined}
          busy={corrections.isPending}
          onChoice={(choice) => set(n, { ...line, choice })}
          onFound={(candidate) => set(n, withFound(line, candidate))}
          typed={corrections.typed.get(n)}
          onType={(values) => corrections.type(n, values)}
          onCheck={(values) => corrections.check(n, values)}
        />
      )}
    </DryRunLines>
  );
  return (
    <>
      {firsts.size > 0 && (
        <CopiesQuestion
          id="repeated-lines"
          question={t("check.repeated.question", { count: firsts.size })}
          no={t("check.repeated.once")}
          yes={t("check.repeated.copies")}
          areCopies={areCopies}
          onAnswer={(answer) => {
            setCopies(answer);
            onChange((old) => withCopies(old, answer));
          }}
        />
      )}
      {emptied.length > 0 && (
        <p>{t("emptied.lines", { count: emptied.length, lines: lineNumbers(emptied) })}</p>
      )}
      {alike.length > 0 && (
        <p className="max-w-prose">
          {t("check.alike", { count: alike.length, lines: lineNumbers(alike) })}
        </p>
      )}
      <SameWords lines={lines} corrections={corrections} />
      {review}
    </>
  );
}
