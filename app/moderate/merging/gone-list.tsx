import { useState } from "react";
import { Link } from "react-router";

import { seasonInWords } from "../../shared/i18n/season-in-words.ts";
import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useHref } from "../../shared/address/use-href.ts";
import { LoadFailed } from "../../shared/components/load-failed.tsx";
import { MoreButton } from "../../shared/components/more-button.tsx";
import { useMemberPages } from "../../shared/data/member-query.ts";
import { formatDate } from "../../shared/i18n/format.ts";
import { reasonInWords } from "../../shared/i18n/reasons.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { Badge } from "../../shared/ui/badge.tsx";
import { goneJerseys } from "../data/merging/gone.ts";

/** What was merged or removed, read once it is opened; each leads to its history, where it is brought back. Needs the texts `review`. */
export function GoneList() {
  const { t } = useTranslation("review");
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="min-h-11 content-center font-semibold">{t("gone.title")}</summary>
      {isOpen && <Rows />}
    </details>
  );
}

function Rows() {
  const { t } = useTranslation(["review", "common"]);
  const lang = useLanguage();
  const to = useHref();
  const list = useMemberPages(goneJerseys());
  const [now] = useState(() => new Date().toISOString());
  if (list.isError && !list.data) return <LoadFailed onRetry={list.refetch} />;
  const rows = list.data?.pages.flat() ?? [];
  if (list.data && rows.length === 0) return <p className="text-muted">{t("gone.empty")}</p>;
  return (
    <div className="grid gap-4">
      <ol className="border-b border-line">
        {rows.map((row) => (
          <li key={row.jersey_id} className="grid gap-1 border-t border-line py-3 text-sm">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Badge tone="outline">
                {t(row.kind === "merge" ? "gone.merge" : "gone.removal")}
              </Badge>
              <Link
                to={to("history", { type: "jersey", id: row.jersey_id })}
                className="font-semibold wrap-anywhere underline underline-offset-4"
              >
                {[row.title, row.team, row.season && seasonInWords(row.season, lang)]
                  .filter(Boolean)
                  .join(", ")}
              </Link>
            </p>
            <p className="text-muted wrap-anywhere">
              {[
                formatDate(row.gone_at, lang),
                reasonInWords(row.reason, lang),
                (row.undo_until ?? "") < now && t("gone.final"),
              ]
                .filter(Boolean)
                .join(" · ")}
            </p>
          </li>
        ))}
      </ol>
      {list.hasNextPage && (
        <MoreButton isReading={list.isFetching} onMore={() => void list.fetchNextPage()}>
          {t("common:action.more")}
        </MoreButton>
      )}
    </div>
  );
}
