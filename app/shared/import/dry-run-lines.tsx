import { type ReactNode, useRef, useState } from "react";

import { useTranslation } from "../i18n/use-translation.tsx";
import { Button } from "../ui/button.tsx";
import { LinePages } from "./line-pages.tsx";

/** Lines of a page. */
const STEP = 25;

/** The lines of a dry run by what would happen to them: a button for each verdict, and its lines, in pages. */
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
  const [page, setPage] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const listed = placesOf.get(chosen)!;
  // Lines may have been corrected away from the last page.
  const shown = Math.min(page, Math.max(0, Math.ceil(listed.length / STEP) - 1));
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
                setPage(0);
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
        <ul ref={list} tabIndex={-1} className="grid scroll-mt-24 gap-3 outline-none">
          {listed.slice(shown * STEP, (shown + 1) * STEP).map((n) => children(lines[n]!, n))}
        </ul>
      )}
      {listed.length > STEP && (
        <LinePages
          count={listed.length}
          step={STEP}
          page={shown}
          onPage={(next) => {
            setPage(next);
            list.current?.focus({ preventScroll: true });
            list.current?.scrollIntoView();
          }}
        />
      )}
    </>
  );
}
