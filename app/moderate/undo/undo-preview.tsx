import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import type { UndonePreview, UndoneChange } from "../data/history/undo.ts";
import { BackFields, BackList, StayList } from "./undone-changes.tsx";

/** What goes back and what stays, before it is done. */
export function UndoPreview({
  preview,
  version,
  left,
  isError,
  onLeave,
  onRetry,
}: {
  /** Undefined while it is loaded. */
  preview: UndonePreview | undefined;
  /** A single version, whose fields are shown. */
  version: UndoneChange | undefined;
  /** The fields of it that shall stay. */
  left: readonly string[];
  isError: boolean;
  onLeave: (left: string[]) => void;
  onRetry: () => void;
}) {
  const { t } = useTranslation(["undo", "common"]);
  if (!preview) {
    if (!isError) return <Skeleton className="h-32" />;
    return (
      <p role="alert" className="flex flex-wrap items-center gap-3">
        {t("common:error.loadFailed")}
        <Button variant="outline" size="sm" onClick={onRetry}>
          {t("common:error.retry")}
        </Button>
      </p>
    );
  }
  const { back, stay, rest } = preview;
  return (
    <div className="grid grid-cols-1 gap-4">
      <p role="status" className="font-semibold">
        {version && t("fields")}
        {!version && (back.length + rest > 0 ? t("back", { count: back.length }) : t("nothing"))}
      </p>
      {version ? (
        <BackFields change={version} left={left} onLeave={onLeave} />
      ) : (
        <BackList changes={back} />
      )}
      {rest > 0 && <p className="text-sm text-muted">{t("rest", { count: rest })}</p>}
      <StayList changes={stay} />
    </div>
  );
}
