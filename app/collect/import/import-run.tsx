import { useEffect, useState } from "react";
import { Link } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { forgetImport } from "../../shared/browser/stored-import.ts";
import type { Zip } from "./zip.ts";
import { useHref } from "../../shared/address/use-href.ts";
import { FileButton } from "../../shared/components/file-button.tsx";
import { RunPanel } from "../../shared/import/run-panel.tsx";
import { useImportRun } from "../../shared/import/use-import-run.ts";
import { useProblemText } from "../../shared/data/problem-words.ts";
import { button } from "../../shared/ui/button.tsx";
import { Progress } from "../../shared/ui/progress.tsx";
import { copyKeys } from "../data/copies/keys.ts";
import { importKeys } from "../data/exchange/keys.ts";
import { useMemberMutation } from "../../shared/data/member-mutation.ts";
import { shelfKeys } from "../data/shelves/keys.ts";
import { voteKeys } from "../../jersey/data/votes/keys.ts";
import { formatNumber } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { openCollectionZip } from "./open-file.ts";
import { LeftBehind, lineNumbers, refusedRows, savedLines } from "./left-lines.tsx";
import { firstNames, LostPhotos } from "./lost-photos.tsx";
import { isFinished, isNew, type Running, sendList } from "./send-list.ts";

/** An import with its progress. It is begun by pressing, also when it was left before. */
export function ImportRun({
  userId,
  running: start,
  zip,
  onZip,
  onEnd,
}: {
  userId: string;
  running: Running;
  /** The file of its photos; after the page was left, it is chosen again. */
  zip: Zip | undefined;
  onZip: (zip: Zip) => void;
  onEnd: () => void;
}) {
  const { t } = useTranslation("exchange");
  const to = useHref();
  const problemText = useProblemText("exchange:errors");
  const [isWaiting, setWaiting] = useState(false);
  const run = useImportRun<Running, Zip | undefined>({
    start,
    begins: isNew(start) && (zip !== undefined || start.photos.length === 0),
    files: zip,
    send: async (client, from, withZip, sending) => {
      await sendList(client, userId, from, withZip, { ...sending, onWait: setWaiting });
    },
    invalidates: [
      importKeys.list(userId),
      copyKeys.all(userId),
      shelfKeys.lists(userId),
      shelfKeys.memberships(userId),
      voteKeys.all,
    ],
  });
  const { progress: running, isPending, error, resume, stop } = run;
  // Who comes back to the page finds what is left, and nothing that goes on unseen.
  useEffect(() => stop, [stop]);
  const isDone = isFinished(running);
  const needsFile = !zip && running.photosDone < running.photos.length;
  return (
    <RunPanel
      fileName={running.fileName}
      isFinished={isDone}
      isPending={isPending}
      canResume={!needsFile || running.done < running.lines.length}
      status={<Status running={running} isPending={isPending} isWaiting={isWaiting} />}
      problem={error ? problemText(error) : isDone && <Refused running={running} />}
      onStop={stop}
      onResume={() => resume(zip)}
      onDiscard={() => void forgetImport(userId).then(onEnd)}
      onClose={onEnd}
      next={
        <Link className={button()} to={to("accountSection", { section: "collection" })}>
          {t("run.collection")}
        </Link>
      }
    >
      <LostPhotos photos={running.left.photos ?? []} />
      <LeftBehind left={running.left} read={() => savedLines(running, t)} />
      {needsFile && !isPending && running.done === running.lines.length && (
        <ChooseAgain
          running={running}
          onZip={(chosen) => {
            onZip(chosen);
            resume(chosen);
          }}
        />
      )}
    </RunPanel>
  );
}

function Status({
  running: {
    lines,
    done,
    refused,
    photos,
    photosDone,
    refusedPhotos,
    left: { owned, repeated },
  },
  isPending,
  isWaiting,
}: {
  running: Running;
  isPending: boolean;
  isWaiting: boolean;
}) {
  const { t } = useTranslation("exchange");
  const lang = useLanguage();
  const counts = (part: number, all: number) => ({
    done: formatNumber(part, lang),
    all: formatNumber(all, lang),
  });
  const values = counts(done, lines.length);
  const ofPhotos = counts(photosDone, photos.length);
  const areLinesDone = done === lines.length;
  const saved = lines.filter(({ key }) => !refused.includes(key));
  const kept = saved.filter((line) => "facts" in line && !("kind" in line)).length;
  const wishes = saved.filter((line) => "kind" in line && line.kind === "wish").length;
  const arePhotosDone = photosDone === photos.length;
  return (
    <>
      {!areLinesDone && <Progress value={done / lines.length} label={t("run.progress", values)} />}
      {areLinesDone && !arePhotosDone && (
        <Progress value={photosDone / photos.length} label={t("run.photos", ofPhotos)} />
      )}
      <div role="status" className="grid gap-1">
        {lines.length > 0 && (
          <p>
            {areLinesDone
              ? t("run.finished", { count: done - refused.length })
              : t(isPending ? "run.progress" : "run.left", values)}
          </p>
        )}
        {areLinesDone && wishes > 0 && <p>{t("run.wishes", { count: wishes })}</p>}
        {areLinesDone && kept > 0 && <p>{t("run.kept", { count: kept })}</p>}
        {areLinesDone && owned > 0 && <p>{t("run.owned", { count: owned })}</p>}
        {areLinesDone && repeated > 0 && <p>{t("run.repeated", { count: repeated })}</p>}
        {photos.length > 0 && areLinesDone && (
          <p>
            {arePhotosDone
              ? t("run.photosFinished", { count: photosDone - refusedPhotos.length })
              : t(isPending ? "run.photos" : "run.photosLeft", ofPhotos)}
          </p>
        )}
        {isWaiting && <p className="text-sm text-muted">{t("run.waiting")}</p>}
      </div>
    </>
  );
}

function Refused({ running }: { running: Running }) {
  const { t } = useTranslation("exchange");
  const { refused, refusedPhotos } = running;
  const lines = refusedRows(running).map(({ row }) => row.line);
  return (
    <>
      {refused.length > 0 && t("run.refused", { count: refused.length })}{" "}
      {lines.length > 0 && t("run.refusedLines", { lines: lineNumbers(lines) })}{" "}
      {refusedPhotos.length > 0 &&
        t("run.refusedPhotos", { count: refusedPhotos.length, photos: firstNames(refusedPhotos) })}
    </>
  );
}

/** The file isn't kept in the browser, so that its photos are read from it again. */
function ChooseAgain({ running, onZip }: { running: Running; onZip: (zip: Zip) => void }) {
  const { t } = useTranslation("exchange");
  const { mutate, isPending, data, error } = useMemberMutation({
    write: async (_client, file: File) => {
      const { zip } = await openCollectionZip(file);
      const left = running.photos.slice(running.photosDone);
      const isSame = left.every(({ name, crc }) => zip.entries.get(name)?.crc === crc);
      if (isSame) onZip(zip);
      return isSame;
    },
  });
  return (
    <div className="grid justify-items-start gap-2">
      <p id="photos-file-hint" className="max-w-prose text-sm">
        {t("run.needFile", { file: running.fileName })}
      </p>
      <FileButton
        id="photos-file"
        hint="photos-file-hint"
        accept=".zip,application/zip"
        multiple={false}
        disabled={isPending}
        onFiles={([file]) => file && mutate(file)}
      >
        {t("run.chooseAgain")}
      </FileButton>
      <p role="alert" className="text-sm text-danger empty:hidden">
        {(error || data === false) && t("run.otherFile")}
      </p>
    </div>
  );
}
