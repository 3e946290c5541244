import { Undo2 } from "lucide-react";
import { useEffect, useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { Key } from "./parts.tsx";

/** What was just decided, and a button that takes it back while that goes. */
export function LastDecision({
  message,
  onUndo,
}: {
  message: string | undefined;
  onUndo: (() => void) | undefined;
}) {
  const { t } = useTranslation(["review", "common"]);
  const [said, setSaid] = useState<string>();
  useEffect(() => {
    // A screen reader announces what changes in a region that is there already.
    const frame = requestAnimationFrame(() => setSaid(message));
    return () => cancelAnimationFrame(frame);
  }, [message]);
  return (
    <div
      className={
        message
          ? "flex min-w-0 flex-wrap items-center gap-x-3 text-sm lg:justify-end"
          : // Hidden, the region would be none.
            "sr-only"
      }
    >
      <p role="status" className="min-w-0 wrap-anywhere">
        {said}
      </p>
      {message && onUndo && (
        <Button size="sm" variant="ghost" onClick={onUndo} aria-keyshortcuts="u">
          <Undo2 aria-hidden />
          {t("common:action.undo")}
          <Key name="U" isHint />
        </Button>
      )}
    </div>
  );
}
