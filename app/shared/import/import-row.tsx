import type { ReactNode } from "react";

import { useTranslation } from "../i18n/use-translation.tsx";
import { formatDateTime } from "../i18n/format.ts";
import { useLanguage } from "../i18n/use-language.ts";

/** An import in the list of all, with the button that undoes it. */
export function ImportRow({
  row: { file_name, created_at, finished_at, undone_at },
  said,
  undone,
  children,
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
  children: ReactNode;
}) {
  const { t } = useTranslation("exchange");
  const lang = useLanguage();
  const facts = [
    formatDateTime(created_at, lang),
    ...said,
    !finished_at && t("list.unfinished"),
    undone_at !== null && t("list.isUndone"),
    undone_at !== null && undone,
  ];
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 rounded-xl border border-line p-4">
      <div className="min-w-0">
        <p className="font-semibold break-words">{file_name}</p>
        <p className="text-sm text-muted">{facts.filter(Boolean).join(" · ")}</p>
      </div>
      {children}
    </li>
  );
}
