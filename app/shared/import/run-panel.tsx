import { type ReactNode, useEffect, useRef } from "react";

import { useTranslation } from "../i18n/use-translation.tsx";
import { Button } from "../ui/button.tsx";

/** An import with its progress: it can be stopped, resumed and discarded. */
export function RunPanel({
  fileName,
  isFinished,
  isPending,
  canResume = true,
  status,
  problem,
  next,
  children,
  onStop,
  onResume,
  onDiscard,
  onClose,
}: {
  fileName: string;
  isFinished: boolean;
  isPending: boolean;
  canResume?: boolean;
  /** How far it is. */
  status: ReactNode;
  problem: ReactNode;
  /** What follows a finished import, beside closing it. */
  next?: ReactNode;
  /** Below the message. */
  children?: ReactNode;
  onStop: () => void;
  onResume: () => void;
  onDiscard: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation("exchange");
  const panel = useRef<HTMLElement>(null);
  const wasPending = useRef(false);
  // Where it was begun is far below, and the button that was pressed is gone.
  useEffect(() => {
    if (isPending || wasPending.current) panel.current?.focus();
    wasPending.current = isPending;
  }, [isPending]);
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label={fileName}
      className="grid scroll-mt-24 grid-cols-1 gap-4 rounded-2xl border border-line bg-raised p-4 outline-none sm:p-6"
    >
      <p className="font-semibold break-words">{fileName}</p>
      {status}
      <p role="alert" className="text-sm text-danger empty:hidden">
        {problem}
      </p>
      {children}
      <div className="flex flex-wrap gap-3">
        {isFinished ? (
          <>
            {next}
            <Button variant={next ? "outline" : "default"} onClick={onClose}>
              {t("run.close")}
            </Button>
          </>
        ) : isPending ? (
          <Button variant="outline" onClick={onStop}>
            {t("run.stop")}
          </Button>
        ) : (
          <>
            {canResume && <Button onClick={onResume}>{t("run.resume")}</Button>}
            <Button variant="outline" onClick={onDiscard}>
              {t("run.discard")}
            </Button>
          </>
        )}
      </div>
    </section>
  );
}
