import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { JerseyImage } from "../../components/jersey-image.tsx";
import { Badge } from "../../components/ui/badge.tsx";
import type { ReportedTarget } from "../../data/reports/admin-reports.ts";
import { useHref } from "../../address/use-href.ts";
import { jerseyTeam } from "../../i18n/catalogue-names.ts";
import { useLanguage } from "../../i18n/use-language.ts";
import { jerseyParams } from "../../domain/jersey.ts";

/** The reported jersey, comment or member in its current state. */
export function ReportTarget({
  target: { target_type: type, reported_name: reportedName, jersey, comment, member },
  headingId,
}: {
  target: ReportedTarget["target"];
  headingId: string;
}) {
  const { t } = useTranslation("adminCommunity");
  const to = useHref();
  const lang = useLanguage();
  const about = jersey ?? comment?.jersey;
  return (
    <div className="flex gap-4">
      {jersey && (
        <span className="size-20 shrink-0 overflow-hidden rounded-xl bg-surface">
          <JerseyImage
            jersey={jersey}
            path={jersey.images[0]?.path}
            alt=""
            sizes="5rem"
            largest={320}
          />
        </span>
      )}
      <div className="grid min-w-0 content-start gap-1.5">
        <p className="flex flex-wrap gap-2">
          <Badge tone="outline">{t(`reports.${type}`)}</Badge>
          {jersey && jersey.status !== "approved" && (
            <Badge>{t(`reports.state.${jersey.status}`)}</Badge>
          )}
          {comment?.is_hidden && <Badge>{t("reports.hidden")}</Badge>}
        </p>
        <h3 id={headingId} className="font-semibold break-words">
          {type === "profile" ? (
            <bdi>{reportedName}</bdi>
          ) : (
            (jersey?.title ?? t("reports.on", { title: comment?.jersey.title ?? "" }))
          )}
        </h3>
        {comment && (
          <blockquote className="border-l-2 border-line pl-3 text-sm whitespace-pre-wrap break-words">
            {comment.body}
            <footer className="mt-1 text-muted">
              {t("reports.by", { name: comment.author.username })}
            </footer>
          </blockquote>
        )}
        {member && (
          <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
            <span className="min-w-0 break-words">
              {[
                shownName(member) !== reportedName &&
                  t("reports.nameNow", { name: shownName(member) }),
                member.display_name && `@${member.username}`,
              ]
                .filter(Boolean)
                .join(" · ")}
            </span>
            {member.hasPage && (
              <Link
                to={to("member", { username: member.username })}
                className="inline-flex min-h-6 items-center text-ink underline underline-offset-4"
              >
                {t("reports.see")}
              </Link>
            )}
          </p>
        )}
        {about && (
          <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
            {jersey && (
              <span className="min-w-0 break-words">
                {[jerseyTeam(about, lang), about.year].filter(Boolean).join(" · ")}
              </span>
            )}
            <Link
              to={to("jersey", jerseyParams(about)) + (comment ? `#comment-${comment.id}` : "")}
              className="inline-flex min-h-6 items-center text-ink underline underline-offset-4"
            >
              {t("reports.see")}
            </Link>
          </p>
        )}
      </div>
    </div>
  );
}

const shownName = (member: { username: string; display_name: string | null }) =>
  member.display_name ?? member.username;
