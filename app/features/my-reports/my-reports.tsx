import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { Badge } from "../../components/ui/badge.tsx";
import { Button } from "../../components/ui/button.tsx";
import { EmptyState } from "../../components/ui/empty-state.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { useMemberQuery } from "../../data/member-query.ts";
import { type MyReport, myReports } from "../../data/reports/my-reports.ts";
import { formatDate } from "../../i18n/format.ts";
import { useHref } from "../../address/use-href.ts";
import { useLanguage } from "../../i18n/use-language.ts";
import { jerseyParams } from "../../domain/jersey.ts";

const PAGE = 20;
const TONES = { open: "outline", upheld: "success", dismissed: "neutral" } as const;

/** The member's reports and the decisions on them. */
export function MyReports({ userId }: { userId: string }) {
  const { t } = useTranslation(["account", "common"]);
  const [length, setLength] = useState(PAGE);
  const { data, isPending, isError, refetch } = useMemberQuery(myReports(userId, length));
  if (isPending) return <Skeleton className="h-24" />;
  if (isError && !data) {
    return (
      <EmptyState
        title={t("account:reports.loadFailed")}
        action={<Button onClick={() => void refetch()}>{t("common:error.retry")}</Button>}
      />
    );
  }
  if (data.count === 0) return <p className="text-muted">{t("account:reports.empty")}</p>;
  return (
    <div className="grid gap-4">
      <ul className="border-b border-line">
        {data.reports.map((report) => (
          <ReportLine key={report.id} report={report} />
        ))}
      </ul>
      {data.count > data.reports.length && (
        <Button
          variant="outline"
          className="justify-self-center"
          onClick={() => setLength(length + PAGE)}
        >
          {t("account:more")}
        </Button>
      )}
    </div>
  );
}

/** Null where the reporter can't see the target any more: it was hidden or rejected meanwhile. */
type Target = { jersey: MyReport["jersey"]; body: string | null };

function targetOf({ jersey, comment }: MyReport): Target {
  return { jersey: jersey ?? comment?.jersey ?? null, body: comment?.body ?? null };
}

function ReportLine({ report }: { report: MyReport }) {
  const { t } = useTranslation(["account", "report"]);
  const lang = useLanguage();
  const to = useHref();
  const { jersey, body } = targetOf(report);
  const { status, category, reason, resolution_note: note } = report;
  return (
    <li className="grid gap-x-6 gap-y-2 border-t border-line py-4 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="grid gap-1">
        <p className="caption">{t(`account:reports.on.${report.target_type}`)}</p>
        <p className="font-semibold break-words">
          {report.target_type === "profile" ? (
            <MemberName report={report} />
          ) : jersey ? (
            <Link to={to("jersey", jerseyParams(jersey))} className="hover:underline">
              {jersey.title}
            </Link>
          ) : (
            t("account:shelves.unknown")
          )}
        </p>
        {body && (
          <p className="line-clamp-2 text-sm break-words text-muted">
            {t("account:reports.comment", { text: body })}
          </p>
        )}
        <p className="text-sm break-words">
          {category ? t(`report:categories.${category}`) : t("account:reports.noReason")}
          {reason && <span className="text-muted"> · {reason}</span>}
        </p>
        {note && (
          <p className="text-sm break-words text-muted">{t("account:reports.answer", { note })}</p>
        )}
      </div>
      <div className="flex items-center gap-3 self-start sm:flex-col sm:items-end sm:gap-1">
        <Badge tone={TONES[status]}>{t(`account:reports.status.${status}`)}</Badge>
        <time dateTime={report.created_at} className="text-sm text-muted">
          {formatDate(report.created_at, lang)}
        </time>
      </div>
    </li>
  );
}

/** The name that was reported, with a link to the member's page if there is one. */
function MemberName({ report: { reported_name: name, member } }: { report: MyReport }) {
  const to = useHref();
  if (!member?.hasPage) return <bdi>{name}</bdi>;
  return (
    <Link to={to("member", { username: member.username })} className="hover:underline">
      <bdi>{name}</bdi>
    </Link>
  );
}
