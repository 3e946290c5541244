import { Flag } from "lucide-react";
import { Link } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useHref } from "../../shared/address/use-href.ts";
import type { MyReport } from "../data/reports/my-reports.ts";
import { jerseyParams } from "../../shared/domain/jersey.ts";
import { reasonInWords } from "../../shared/i18n/reasons.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { ContributionItem } from "./contribution-item.tsx";

const TONES = { open: "outline", upheld: "success", dismissed: "neutral" } as const;

/** A report of the member's, and what was decided on it. */
export function ReportItem({ report }: { report: MyReport }) {
  const { t } = useTranslation(["contributions", "report", "facts", "suggestions"]);
  const to = useHref();
  const lang = useLanguage();
  const {
    target_type: type,
    status,
    done,
    category,
    reason,
    resolution_note: note,
    comment,
  } = report;
  // Null where the reporter can't see it any more: it was hidden, rejected or deleted meanwhile.
  const jersey = report.jersey ?? comment?.jersey ?? null;
  const of = t("suggestions:kinds.report");
  return (
    <ContributionItem
      picture={<Flag aria-hidden />}
      caption={type === "jersey" ? of : `${of} · ${t(`facts:${type}`)}`}
      title={
        type === "profile" ? (
          <MemberName report={report} />
        ) : jersey ? (
          <Link to={to("jersey", jerseyParams(jersey))} className="hover:underline">
            {/* Of one that was merged since, the title that was reported. */}
            {report.reported_name ?? jersey.title}
          </Link>
        ) : type === "list" ? (
          <bdi>{report.reported_name}</bdi>
        ) : (
          t("contributions:report.unknown")
        )
      }
      date={report.created_at}
      status={t(`contributions:report.${status === "upheld" ? (done ?? "other") : status}`)}
      tone={TONES[status]}
    >
      {comment && (
        <p className="line-clamp-2 wrap-anywhere text-muted">
          {t("contributions:report.comment", { text: comment.body })}
        </p>
      )}
      <p className="wrap-anywhere">
        {category ? t(`report:categories.${category}`) : t("contributions:report.noReason")}
        {reason && <span className="text-muted"> · {reason}</span>}
      </p>
      {note && (
        <p className="wrap-anywhere text-muted">
          {t("contributions:report.answer", { note: reasonInWords(note, lang) })}
        </p>
      )}
    </ContributionItem>
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
