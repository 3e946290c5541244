import { Undo2 } from "lucide-react";

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
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 text-sm empty:hidden lg:justify-end">
      {message && (
        <p role="status" className="min-w-0 wrap-anywhere">
          {message}
        </p>
      )}
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
