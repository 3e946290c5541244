import type { ReactNode } from "react";

import { useTranslation } from "../i18n/use-translation.tsx";

/** Characters of a line that are shown: a cell may hold a whole file. */
const SHOWN = 300;

/** A line of a dry run: its place in the file, what it says, and what would happen to it. */
export function LineFrame({
  line,
  said,
  aside,
  children,
}: {
  line: number;
  said: readonly (string | number | null | undefined | false)[];
  /** Beside what it says. */
  aside?: ReactNode;
  children: ReactNode;
}) {
  const { t } = useTranslation("exchange");
  const text = said.filter(Boolean).join(" · ");
  return (
    <li className="grid gap-2 rounded-xl border border-line bg-raised p-4">
      <p className="break-words">
        <span className="mr-3 text-sm text-muted">{t("check.line", { line })}</span>
        <span className="font-semibold">
          {text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text}
        </span>
        {aside}
      </p>
      {children}
    </li>
  );
}
