import type { TFunction } from "i18next";
import { useMemo } from "react";

import type { LeftLines } from "../../shared/browser/stored-import.ts";
import type { Row } from "../../shared/domain/import/read-table.ts";
import type { Running } from "./send-list.ts";
import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { type CheckedLine, sentLines, unsentLines } from "../domain/exchange/dry-run.ts";
import { type CheckedMark, isLacking, splitMarks } from "../domain/exchange/marks.ts";
import { useDetailWords } from "../i18n/use-detail-words.ts";
import { SaveLines } from "../../shared/import/save-lines.tsx";

/** Lines that are named by their numbers, at most. */
const NAMED = 20;

/** Numbers of lines, the first ones of many. */
export const lineNumbers = (lines: readonly number[]) =>
  lines.slice(0, NAMED).join(", ") + (lines.length > NAMED ? "…" : "");

const byLine = (one: { row: Row }, other: { row: Row }) => one.row.line - other.row.line;

/** The lines of the file that were sent and refused. */
export function refusedRows({ lines, refused, broken, left }: Running) {
  const keys = new Set(refused);
  return lines.flatMap(({ key }, place): { row: Row; isBroken: boolean }[] => {
    const row = left.sent[place];
    return row && keys.has(key) ? [{ row, isBroken: broken.includes(key) }] : [];
  });
}

/** All that isn't imported, in the order of the file, with the reasons. */
export function savedLines(
  running: Running,
  t: TFunction<"exchange">,
): Pick<LeftLines, "rows" | "reasons"> {
  const { rows, reasons } = running.left;
  const all = [
    ...rows.map((row, n) => ({ row, reason: reasons[n]! })),
    ...refusedRows(running).map(({ row, isBroken }) => ({
      row,
      reason: t(isBroken ? "left.broken" : "left.gone"),
    })),
  ].toSorted(byLine);
  return { rows: all.map(({ row }) => row), reasons: all.map(({ reason }) => reason) };
}

/** What an import of these lines and marks leaves of their file, and why. */
export function useLeftLines(
  header: string[],
  lines: readonly CheckedLine[],
  marks: readonly CheckedMark[],
): LeftLines {
  const { t } = useTranslation("exchange");
  const { nameOf } = useDetailWords();
  return useMemo(() => {
    const reasonOf = ({ read: { refusals = [] } }: CheckedLine) =>
      refusals.length === 0
        ? t("left.unmatched")
        : refusals
            .map(
              ({ column, problem, value }) =>
                `${t("mapping.label", { name: nameOf(column) })} ${t(`refused.${problem}`, { value: value.slice(0, 60) })}`,
            )
            .join(" ");
    const { left, owned, repeated } = unsentLines(lines);
    const ofMarks = splitMarks(marks);
    const wishes = ofMarks.left.flatMap((checked) =>
      checked.mark.row ? [{ row: checked.mark.row, isLacking: isLacking(checked) }] : [],
    );
    const behind = [
      ...left.map((line) => ({ row: line.read.row, reason: reasonOf(line) })),
      ...wishes.map((wish) => ({
        row: wish.row,
        reason: t(wish.isLacking ? "check.noJersey" : "left.unmatched"),
      })),
    ].toSorted(byLine);
    return {
      header,
      rows: behind.map(({ row }) => row),
      reasons: behind.map(({ reason }) => reason),
      sent: [
        ...sentLines(lines).map(({ line }) => line.read.row),
        ...ofMarks.sent.map(({ row }) => row),
      ],
      marks: ofMarks.left.length - wishes.length,
      owned: owned + ofMarks.owned,
      repeated: repeated + ofMarks.repeated,
    };
  }, [t, nameOf, header, lines, marks]);
}

/** Reasons that are said, at most: the file of the lines has all. */
const REASONS = 12;

/** Says how many lines of a list aren't imported and why, and saves them as they are in it, with the reasons. */
export function LeftBehind({
  left: { header, rows, reasons, marks },
  read,
}: {
  left: LeftLines;
  /** The lines to save. */
  read: () => Pick<LeftLines, "rows" | "reasons">;
}) {
  const { t } = useTranslation("exchange");
  const count = rows.length + marks;
  const hasRows = read().rows.length > 0;
  if (count === 0 && !hasRows) return null;
  const said = [...Map.groupBy(rows.keys(), (n) => reasons[n]!)]
    .map(([reason, places]) => ({ reason, places }))
    .toSorted((one, other) => other.places.length - one.places.length)
    .slice(0, REASONS);
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {count > 0 && <p>{t("left.count", { count })}</p>}
        {hasRows && (
          <SaveLines name="maillotheque-left.csv" header={header} read={read}>
            {t("left.save")}
          </SaveLines>
        )}
      </div>
      <ul className="grid max-w-prose gap-1 text-sm break-words empty:hidden">
        {said.map(({ reason, places }) => (
          <li key={reason}>
            {reason}{" "}
            {t("run.refusedLines", {
              lines: lineNumbers([...new Set(places.map((n) => rows[n]!.line))]),
            })}
          </li>
        ))}
      </ul>
    </div>
  );
}
