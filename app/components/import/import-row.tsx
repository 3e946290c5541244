import { useState } from "react";
import { useTranslation } from "react-i18next";

import { formatDateTime } from "../../i18n/format.ts";
import { useLanguage } from "../../i18n/use-language.ts";
import { Button } from "../ui/button.tsx";

const UNDO_MS = 7 * 24 * 60 * 60 * 1000;

/** An import in the list of all; those of the last seven days can be undone. */
export function ImportRow({
  row: { file_name, created_at, finished_at, undone_at },
  said,
  undone,
  hasBegun = false,
  undo,
  disabled,
  onUndo,
}: {
  row: {
    file_name: string;
    created_at: string;
    finished_at: string | null;
    undone_at: string | null;
  };
  /** What it brought. */
  said: readonly (string | false)[];
  /** Said of one that was undone, after that it was. */
  undone?: string | false;
  /** True if its undoing has begun: it goes on after the seven days. */
  hasBegun?: boolean;
  /** The text of the button. */
  undo: string;
  disabled: boolean;
  onUndo: () => void;
}) {
  const { t } = useTranslation("exchange");
  const lang = useLanguage();
  const [now] = useState(() => Date.now());
  const canUndo = hasBegun || Date.parse(created_at) > now - UNDO_MS;
  const facts = [formatDateTime(created_at, lang), ...said, !finished_at && t("list.unfinished")];
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 rounded-xl border border-line p-4">
      <div className="min-w-0">
        <p className="font-semibold break-words">{file_name}</p>
        <p className="text-sm text-muted">{facts.filter(Boolean).join(" · ")}</p>
      </div>
      {undone_at ? (
        <p className="text-sm text-muted">
          {[t("list.isUndone"), undone].filter(Boolean).join(" · ")}
        </p>
      ) : (
        canUndo && (
          <Button
            variant="outline"
            size="sm"
            disabled={disabled}
            aria-label={t("list.undoOf", { file: file_name })}
            onClick={onUndo}
          >
            {undo}
          </Button>
        )
      )}
    </li>
  );
}
