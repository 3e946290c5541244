import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { formatNumber } from "../../i18n/format.ts";
import { useLanguage } from "../../i18n/use-language.ts";
import { Button } from "../ui/button.tsx";
import { Progress } from "../ui/progress.tsx";

/** An import with its progress: it can be stopped, resumed and discarded. */
export function RunPanel({
  fileName,
  done,
  all,
  busy,
  finished,
  problem,
  children,
  onStop,
  onResume,
  onDiscard,
  onClose,
}: {
  fileName: string;
  done: number;
  all: number;
  busy: boolean;
  /** What is said at the end; undefined until then. */
  finished: string | undefined;
  problem: string | false | undefined;
  /** Below the message. */
  children?: ReactNode;
  onStop: () => void;
  onResume: () => void;
  onDiscard: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation("exchange");
  const lang = useLanguage();
  const values = { done: formatNumber(done, lang), all: formatNumber(all, lang) };
  return (
    <section
      aria-label={fileName}
      className="grid gap-4 rounded-2xl border border-line bg-raised p-4 sm:p-6"
    >
      <p className="font-semibold break-words">{fileName}</p>
      {finished === undefined && <Progress value={done / all} label={t("run.progress", values)} />}
      <p role="status">{finished ?? t(busy ? "run.progress" : "run.left", values)}</p>
      <p role="alert" className="text-sm text-danger empty:hidden">
        {problem}
      </p>
      {children}
      <div className="flex flex-wrap gap-3">
        {finished !== undefined ? (
          <Button onClick={onClose}>{t("run.close")}</Button>
        ) : busy ? (
          <Button variant="outline" onClick={onStop}>
            {t("run.stop")}
          </Button>
        ) : (
          <>
            <Button onClick={onResume}>{t("run.resume")}</Button>
            <Button variant="outline" onClick={onDiscard}>
              {t("run.discard")}
            </Button>
          </>
        )}
      </div>
    </section>
  );
}
