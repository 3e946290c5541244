import { useEffect, useMemo, useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { type Chosen, chosenIn } from "../domain/exchange/import-draft.ts";
import { MARK_KINDS, type MarkKind, marksToSend, type Sent } from "../domain/exchange/marks.ts";
import { planPhotos, type SentPhoto } from "../domain/exchange/photos.ts";
import { sentLines } from "../domain/exchange/sent-lines.ts";
import type { LeftLines } from "../../shared/browser/stored-import.ts";
import { formatNumber } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import type { CheckedList } from "./check-list.ts";
import { DryRunCopies } from "./dry-run-copies.tsx";
import { DryRunMarks } from "./dry-run-marks.tsx";
import { LeftBehind, useLeftLines } from "./left-lines.tsx";
import type { OpenedFile } from "./open-file.ts";
import { useCorrections } from "./use-corrections.ts";

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
  const { t } = useTranslation("exchange");
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
    () => [...sentLines(lines).map((one) => one.sent), ...marksToSend(marks)],
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
      <p className="max-w-prose text-muted">{t("check.text")}</p>
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
          })}{" "}
          {photos.missing > 0 && t("check.photosMissing", { count: photos.missing })}
        </p>
      )}
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
            onClick={() => onConfirm(sent, photos?.send ?? [], left)}
          >
            {sent.length === 0 && photoCount > 0
              ? t("check.confirmPhotos", { count: photoCount })
              : t(sent.length > 0 ? "check.confirm" : "check.nothing", { count: sent.length })}
          </Button>
        )}
        <Button variant="outline" onClick={onCancel}>
          {t("cancel")}
        </Button>
      </div>
    </div>
  );
}
