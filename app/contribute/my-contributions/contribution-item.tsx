import type { ComponentProps, ReactNode } from "react";

import { Badge } from "../../shared/ui/badge.tsx";
import { formatDate } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";

/** The frame of one contribution: what it is and about what, its state, what became of it, and what can be done. */
export function ContributionItem({
  picture,
  caption,
  title,
  date,
  status,
  tone,
  children,
  actions,
}: {
  picture: ReactNode;
  caption: string;
  title: ReactNode;
  date: string;
  status: string;
  tone: ComponentProps<typeof Badge>["tone"];
  children?: ReactNode;
  actions?: ReactNode;
}) {
  const lang = useLanguage();
  return (
    <li className="grid grid-cols-[3rem_minmax(0,1fr)] gap-x-4 gap-y-2 border-t border-line py-5 sm:grid-cols-[3rem_minmax(0,1fr)_auto]">
      <span className="grid size-12 place-items-center overflow-hidden rounded-lg bg-surface text-muted [&>svg]:size-5">
        {picture}
      </span>
      <div className="min-w-0">
        <p className="caption">{caption}</p>
        <h3 className="font-semibold wrap-anywhere">{title}</h3>
      </div>
      <div className="col-start-2 flex flex-wrap items-center gap-x-3 gap-y-1 sm:col-start-3 sm:flex-col sm:items-end">
        <Badge tone={tone}>{status}</Badge>
        <time dateTime={date} className="text-sm text-muted">
          {formatDate(date, lang)}
        </time>
      </div>
      <div className="col-start-2 grid max-w-prose min-w-0 grid-cols-1 gap-3 text-sm empty:hidden">
        {children}
      </div>
      <div className="col-start-2 flex flex-wrap gap-2 empty:hidden">{actions}</div>
    </li>
  );
}
