import { useEffect, useMemo, useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { type Chosen, chosenIn } from "../domain/exchange/import-draft.ts";
import { MARK_KINDS, type MarkKind, type Sent, splitMarks } from "../domain/exchange/marks.ts";
import { planPhotos, type SentPhoto } from "../domain/exchange/photos.ts";
import {
  sentLines,
  type CheckedLine,
  isOwned,
  isRepeated,
  VERDICTS,
  withFound,
} from "../domain/exchange/dry-run.ts";
import type { LeftLines } from "../../shared/browser/stored-import.ts";
import { formatNumber } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import type { CheckedList } from "./check-list.ts";
import { DryRunMarks } from "./dry-run-marks.tsx";
import { LeftBehind, useLeftLines, lineNumbers } from "./left-lines.tsx";
import type { OpenedFile } from "./open-file.ts";
import { useCorrections, type Corrections } from "./use-corrections.ts";
import { DryRunLines } from "../../shared/import/dry-run-lines.tsx";
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
import { CopiesQuestion } from "./copies-question.tsx";
import { DryRunLine } from "./dry-run-line.tsx";
import { LostPhotos } from "./lost-photos.tsx";
import { SameWords } from "./same-words.tsx";

/** What an import would do, line by line. Nothing is saved before it is confirmed. */
export function DryRun({
  userId,
  opened: { table, zip },
  initial,
  onChoices,
  onConfirm,
  onCancel,
}: {
  userId: string;
  opened: OpenedFile;
  initial: CheckedList;
  /** Called with all that was chosen, whenever it changes. */
  onChoices: (chosen: Chosen) => void;
  onConfirm: (lines: Sent[], photos: SentPhoto[], left: LeftLines) => void;
  onCancel: () => void;
}) {
  const { t } = useTranslation(["exchange", "common"]);
  const lang = useLanguage();
  const [lines, setLines] = useState(initial.lines);
  const [marks, setMarks] = useState(initial.marks);
  const corrections = useCorrections(lines, initial.options, setLines);
  const left = useLeftLines(table.header, lines, marks);
  const counts = { copy: lines.length, wish: 0, vote: 0 };
  for (const { mark } of marks) counts[mark.kind]++;
  const kinds = (["copy", ...MARK_KINDS] as const).filter((kind) => counts[kind] > 0);
  const [kind, setKind] = useState<"copy" | MarkKind>(kinds[0] ?? "copy");
  const sent = useMemo(
    () => [...sentLines(lines), ...splitMarks(marks).sent].map((one) => one.sent),
    [lines, marks],
  );
  const photos = useMemo(
    () => zip && planPhotos(lines, zip.entries, initial.stems, userId),
    [zip, lines, initial.stems, userId],
  );
  const { mapping } = initial;
  useEffect(() => onChoices(chosenIn(lines, marks, mapping)), [lines, marks, mapping, onChoices]);
  const photoCount = photos?.send.length ?? 0;
  return (
    <div className="grid grid-cols-1 gap-5">
      {kinds.length > 1 && (
        <div role="group" aria-label={t("check.kinds.label")} className="flex flex-wrap gap-2">
          {kinds.map((one) => (
            <Button
              key={one}
              variant={one === kind ? "default" : "outline"}
              size="sm"
              aria-pressed={one === kind}
              onClick={() => setKind(one)}
            >
              {t(`check.kinds.${one}`, { count: counts[one] })}
            </Button>
          ))}
        </div>
      )}
      {kind === "copy" ? (
        <DryRunCopies lines={lines} corrections={corrections} onChange={setLines} />
      ) : (
        <DryRunMarks
          key={kind}
          kind={kind}
          marks={marks}
          onChange={(changed) =>
            setMarks((old) => old.map((one) => (one.mark === changed.mark ? changed : one)))
          }
        />
      )}
      {photos && (
        <p className="max-w-prose rounded-xl bg-surface p-4 text-sm">
          {t("check.photos", {
            send: formatNumber(photoCount, lang),
            present: formatNumber(photos.present, lang),
          })}
        </p>
      )}
      {photos && <LostPhotos photos={photos.lost} />}
      <LeftBehind left={left} read={() => left} />
      <div className="flex flex-wrap gap-3">
        {corrections.typed.size > 0 ? (
          // What is typed and not checked would be left behind.
          <Button variant="hero" busy={corrections.isPending} onClick={() => corrections.check()}>
            {t("check.corrected", { count: corrections.typed.size })}
          </Button>
        ) : (
          <Button
            variant="hero"
            disabled={sent.length + photoCount === 0}
            onClick={() =>
              onConfirm(sent, photos?.send ?? [], { ...left, photos: photos?.lost ?? [] })
            }
          >
            {sent.length === 0 && photoCount > 0
              ? t("check.confirmPhotos", { count: photoCount })
              : t(sent.length > 0 ? "check.confirm" : "check.nothing", { count: sent.length })}
          </Button>
        )}
        <Button variant="outline" onClick={onCancel}>
          {t("common:action.cancel")}
        </Button>
      </div>
    </div>
  );
}

/** Verdicts of lines that can become copies. */
const TAKEN: readonly CheckedLine["verdict"][] = ["new", "unmatched", "owned"];

/** What an import would do with the shirts of a file. */
function DryRunCopies({
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
  const kept = lines.filter(({ choice }) => choice === "keep").length;
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
      {emptied.length > 0 && <p>{t("emptied.lines", { lines: lineNumbers(emptied) })}</p>}
      {alike.length > 0 && (
        <p className="max-w-prose">{t("check.alike", { lines: lineNumbers(alike) })}</p>
      )}
      {kept > 0 && <p className="max-w-prose">{t("check.kept", { count: kept })}</p>}
      <SameWords lines={lines} corrections={corrections} />
      {review}
    </>
  );
}
