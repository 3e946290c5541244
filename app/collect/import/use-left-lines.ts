import { useMemo } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import type { LeftLines } from "../../shared/browser/stored-import.ts";
import type { CheckedLine } from "../domain/exchange/dry-run.ts";
import type { CheckedMark } from "../domain/exchange/marks.ts";
import { sentLines, unsentLines } from "../domain/exchange/sent-lines.ts";

/** What an import of these lines and marks leaves of their file, and why. */
export function useLeftLines(
  header: string[],
  lines: readonly CheckedLine[],
  marks: readonly CheckedMark[],
): LeftLines {
  const { t } = useTranslation("exchange");
  return useMemo(() => {
    const reasonOf = ({ read: { refusals = [] } }: CheckedLine) =>
      refusals.length === 0
        ? t("left.unmatched")
        : refusals
            .map(
              ({ column, problem, value }) =>
                `${t(`fields.${column}`)} : ${t(`refused.${problem}`, { value: value.slice(0, 60) })}`,
            )
            .join(" ");
    const { left, owned, repeated } = unsentLines(lines);
    const unsent = marks.filter(({ mark, choice }) => !mark.said || choice === "leave");
    const present = unsent.filter(({ verdict }) => verdict === "duplicate").length;
    return {
      header,
      rows: left.map(({ read }) => read.row),
      reasons: left.map(reasonOf),
      sent: sentLines(lines).map(({ line }) => line.read.row),
      marks: unsent.length - present,
      owned: owned + present,
      repeated,
    };
  }, [t, header, lines, marks]);
}
