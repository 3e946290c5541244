import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { MoreButton } from "../components/more-button.tsx";
import { useSteps } from "../components/use-steps.ts";
import { Button } from "../ui/button.tsx";

/** Lines that are shown at once. */
const STEP = 25;

/** The lines of a dry run by what would happen to them: a button for each verdict, and its lines, some at a time. */
export function DryRunLines<Line, Verdict extends string>({
  verdicts,
  lines,
  verdictOf,
  nameOf,
  renderActions,
  hasFailed = false,
  children,
}: {
  /** The first one that has lines is shown first. */
  verdicts: readonly [Verdict, ...Verdict[]];
  lines: readonly Line[];
  verdictOf: (line: Line) => Verdict;
  nameOf: (verdict: Verdict, count: number) => string;
  /** What can be done with all lines of a verdict. */
  renderActions?: (verdict: Verdict) => ReactNode;
  /** True if a line couldn't be checked again. */
  hasFailed?: boolean;
  /** One line, with its place among all. */
  children: (line: Line, n: number) => ReactNode;
}) {
  const { t } = useTranslation("exchange");
  const placesOf = new Map<Verdict, number[]>(verdicts.map((verdict) => [verdict, []]));
  for (const [n, line] of lines.entries()) placesOf.get(verdictOf(line))!.push(n);
  const filled = verdicts.filter((verdict) => placesOf.get(verdict)!.length > 0);
  const [wanted, setWanted] = useState(filled[0]);
  // The last line of a verdict may have been corrected away.
  const chosen = wanted && filled.includes(wanted) ? wanted : (filled[0] ?? verdicts[0]);
  const { length: most, more, restart } = useSteps(STEP);
  const listed = placesOf.get(chosen)!;
  return (
    <>
      <div role="group" aria-label={t("check.show")} className="flex flex-wrap gap-2">
        {filled.map((verdict) => {
          const count = placesOf.get(verdict)!.length;
          return (
            <Button
              key={verdict}
              variant={verdict === chosen ? "default" : "secondary"}
              size="sm"
              aria-pressed={verdict === chosen}
              onClick={() => {
                setWanted(verdict);
                restart();
              }}
            >
              {nameOf(verdict, count)}
            </Button>
          );
        })}
      </div>
      {listed.length > 0 && renderActions?.(chosen)}
      <p role="alert" className="text-sm text-danger empty:hidden">
        {hasFailed && t("check.failed")}
      </p>
      {listed.length === 0 ? (
        <p className="text-muted">{t("check.none")}</p>
      ) : (
        <ul className="grid gap-3">{listed.slice(0, most).map((n) => children(lines[n]!, n))}</ul>
      )}
      {listed.length > most && (
        <MoreButton onMore={more}>{t("check.more", { count: listed.length - most })}</MoreButton>
      )}
    </>
  );
}
