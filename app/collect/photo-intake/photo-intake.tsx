import { Camera } from "lucide-react";
import { useId, useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { FileButton } from "../../shared/components/file-button.tsx";
import { cx } from "../../shared/ui/cx.ts";
import { Progress } from "../../shared/ui/progress.tsx";
import type { Copy } from "../domain/copies/copy.ts";
import { ShirtPhotos } from "./shirt-photos.tsx";
import { useIntake } from "./use-intake.ts";

/**
 * Photos become shirts: each waits with its picture until one press says which shirt it shows. Nothing leaves the browser
 * before.
 */
export function PhotoIntake({ userId, copies }: { userId: string; copies: readonly Copy[] }) {
  const { t } = useTranslation(["copies", "submit"]);
  const id = useId();
  const { shirts, progress, problems, add } = useIntake(userId);
  const [isOver, setOver] = useState(false);
  return (
    <div
      className={cx(
        "grid grid-cols-1 rounded-2xl border p-4",
        isOver ? "border-accent-text bg-surface" : "border-line",
      )}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setOver(progress === undefined);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (!progress) void add([...event.dataTransfer.files]);
      }}
    >
      <section aria-labelledby={`${id}-title`} className="grid grid-cols-1 gap-3">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h3 id={`${id}-title`} className="mr-auto flex items-center gap-2 font-semibold">
            <Camera aria-hidden className="size-5 shrink-0" />
            {shirts.length > 0 ? t("intake.waiting", { count: shirts.length }) : t("intake.title")}
          </h3>
          <FileButton
            id={`${id}-files`}
            hint={`${id}-hint`}
            size="sm"
            disabled={progress !== undefined}
            onFiles={(files) => void add(files)}
          >
            {t("submit:images.choose")}
          </FileButton>
        </div>
        <p id={`${id}-hint`} className="max-w-prose text-sm text-muted">
          {t(shirts.length > 0 ? "intake.kept" : "intake.text")}
        </p>
        <div role="status" className="grid gap-1 empty:hidden">
          {progress && (
            <>
              <Progress
                value={progress.done / progress.all}
                label={t("intake.progress", progress)}
              />
              <p className="text-sm text-muted">{t("intake.progress", progress)}</p>
            </>
          )}
        </div>
        <div role="alert" className="grid gap-1 text-sm text-danger empty:hidden">
          {problems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </div>
        {shirts.length > 0 && (
          <ul className="grid grid-cols-1">
            {shirts.map((photos, n) => (
              <li key={photos[0]!.shirt} className="border-t border-line py-4">
                <ShirtPhotos
                  userId={userId}
                  copies={copies}
                  photos={photos}
                  before={shirts[n - 1]}
                  n={n + 1}
                />
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}
