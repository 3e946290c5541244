import { useImperativeHandle, useState } from "react";
import { Link } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useHref } from "../../shared/address/use-href.ts";
import { JerseyImage } from "../../shared/components/jersey-image.tsx";
import { LoadFailed } from "../../shared/components/load-failed.tsx";
import { toast } from "../../shared/components/toast.ts";
import { Badge } from "../../shared/ui/badge.tsx";
import { Button, button } from "../../shared/ui/button.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import type { Client } from "../../shared/data/client.ts";
import { useMemberMutation } from "../../shared/data/member-mutation.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { undoDecision } from "../data/review/decide.ts";
import { reviewKeys } from "../data/review/keys.ts";
import { leaveQueue, type WaitingReport } from "../data/review/queue.ts";
import {
  hideComment,
  hideList,
  type OpenReport,
  type ReportOutcome,
  reportsAbout,
  settleReports,
} from "../data/review/reports.ts";
import { targetPath } from "../../contribute/data/suggestions/targets.ts";
import { formatDateTime } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { DecisionBar, MemberLink, type OpenedProps, Part } from "./parts.tsx";
import { ReasonDialog } from "./reason-dialog.tsx";
import { hasLeft, useReviewProblem } from "./use-review-problem.ts";
import { useTitle } from "./use-title.ts";

/** A reported jersey, comment, member or list with all open reports about it, which are settled together. */
export function OpenedReport({
  row,
  keysRef,
  isGone,
  onNext,
  onDecided,
  onMergeOrRemove,
}: OpenedProps & { row: WaitingReport }) {
  const { t } = useTranslation("review");
  const lang = useLanguage();
  const to = useHref();
  const problemText = useReviewProblem();
  const title = useTitle()(row);
  const { data, isError, refetch } = useMemberQuery(reportsAbout(row));
  const [asking, setAsking] = useState<ReportOutcome>();
  const { reports = [], comment, member } = data ?? {};
  const { target } = row;
  const ids = reports.map(({ id }) => id);
  const { list } = row.detail;
  // Upholding a report of a comment or list also hides it.
  const isHiding = comment !== null && comment !== undefined && !comment.is_hidden;
  const isHidingList = list !== null && !list.is_hidden;
  const upholdLabel = t(
    isHidingList ? "reports.hideList" : isHiding ? "reports.hide" : "accept.report",
  );
  // The list's member reads why it is hidden.
  const isNoteNeeded = (outcome: ReportOutcome) =>
    row.detail.needs_note || (outcome === "upheld" && isHidingList);

  const { mutateAsync, isPending } = useMemberMutation({
    /** Resolves to the ids of the reports that it settles. */
    write: (
      client,
      { act }: { act: (client: Client) => Promise<string[] | void>; outcome?: ReportOutcome },
    ) => act(client),
    invalidates: [reviewKeys.all],
    onSuccess: (settled, { outcome }) => {
      if (!outcome || !settled) return;
      onDecided(ids, t(`done.${outcome}`, { title }), async (client) => {
        const isUndone = await undoDecision(client, settled, null, "");
        // What was hidden with it is shown again.
        if (outcome === "upheld" && isHiding) await hideComment(client, row.target_id, false);
        if (outcome === "upheld" && isHidingList) await hideList(client, row.target_id, "", false);
        return isUndone;
      });
      leaveQueue(ids);
    },
    onError: (error) => {
      toast.error(problemText(error));
      if (!hasLeft(error)) return;
      onDecided(ids);
      leaveQueue(ids);
    },
  });
  useImperativeHandle(keysRef, () =>
    row.is_mine || isGone || !data
      ? {}
      : { a: () => setAsking("upheld"), r: () => setAsking("dismissed") },
  );
  if (!data && isError) return <LoadFailed onRetry={refetch} />;
  if (!data) return <Skeleton className="mb-6 h-48 rounded-xl" />;
  const page =
    row.target_type === "profile"
      ? member?.hasPage && to("member", { username: member.username })
      : row.target_type === "list"
        ? list && !list.is_hidden && to("list", { id: row.target_id })
        : target && targetPath(target, lang) + (comment ? `#comment-${row.target_id}` : "");
  return (
    <>
      <div className="flex flex-wrap gap-4">
        {target?.type === "jersey" && (
          <span className="size-40 shrink-0 overflow-hidden rounded-xl bg-surface">
            <JerseyImage
              jersey={target}
              path={target.images[0]?.path}
              alt=""
              sizes="10rem"
              largest={320}
            />
          </span>
        )}
        <div className="grid min-w-0 flex-1 basis-60 content-start justify-items-start gap-2">
          {row.detail.comment !== null && (
            <blockquote className="border-l-2 border-line pl-3 whitespace-pre-wrap wrap-anywhere">
              {row.detail.comment}
              {comment && (
                <footer className="mt-1 text-sm text-muted">
                  <MemberLink username={comment.author.username}>
                    {t("by", { name: comment.author.username })}
                  </MemberLink>
                </footer>
              )}
            </blockquote>
          )}
          {list && (
            <blockquote className="border-l-2 border-line pl-3 whitespace-pre-wrap wrap-anywhere">
              {[list.title, list.description, ...list.notes].filter(Boolean).join("\n")}
            </blockquote>
          )}
          {(comment?.is_hidden || list?.is_hidden) && <Badge>{t("reports.hidden")}</Badge>}
          {member && (
            <p className="text-muted">
              <MemberLink username={member.username}>
                {t("reports.nameNow", { name: member.display_name ?? member.username })}
              </MemberLink>
            </p>
          )}
          {page && (
            <Link to={page} target="_blank" className="py-2 underline underline-offset-4">
              {t("page")}
            </Link>
          )}
          <div className="flex flex-wrap gap-3">
            {comment?.is_hidden && !row.is_mine && (
              <Button
                size="sm"
                variant="secondary"
                disabled={isPending}
                onClick={() =>
                  void mutateAsync({ act: (client) => hideComment(client, row.target_id, false) })
                }
              >
                {t("reports.show")}
              </Button>
            )}
            {list?.is_hidden && !row.is_mine && (
              <Button
                size="sm"
                variant="secondary"
                disabled={isPending}
                onClick={() =>
                  void mutateAsync({ act: (client) => hideList(client, row.target_id, "", false) })
                }
              >
                {t("reports.show")}
              </Button>
            )}
            {onMergeOrRemove && row.target_type === "jersey" && !row.is_mine && (
              <Button
                size="sm"
                variant="secondary"
                onClick={() => onMergeOrRemove({ jerseyId: row.target_id, kind: "removal" })}
              >
                {t("accept.removal")}
              </Button>
            )}
            {member && (
              <Link
                to={`${to("admin", {})}?${new URLSearchParams({ tab: "members", q: member.username }).toString()}`}
                target="_blank"
                className={button({ size: "sm", variant: "secondary" })}
              >
                {t("reports.manage")}
              </Link>
            )}
          </div>
        </div>
      </div>
      <Part title={t("reports.count", { count: reports.length })}>
        <ul className="grid gap-3 text-sm">
          {reports.map((report, index) => (
            <Reason key={report.id} report={report} before={reports.slice(0, index)} />
          ))}
        </ul>
      </Part>
      {row.is_mine ? (
        <p className="pb-4 font-semibold sm:pb-6">{t("mine")}</p>
      ) : (
        <DecisionBar
          left={isGone ? onNext : undefined}
          isBusy={isPending}
          accept={[upholdLabel, () => setAsking("upheld")]}
          refuse={[t("refuse.report"), () => setAsking("dismissed")]}
        />
      )}
      {asking && (
        <ReasonDialog
          draftKey={`${asking}.${row.target_id}`}
          title={t(`reports.settle.${asking}`, { title })}
          text={t(
            row.detail.needs_note
              ? "reports.noteRequired"
              : isNoteNeeded(asking)
                ? "reports.noteForList"
                : "reports.noteHelp",
          )}
          isNoteRequired={isNoteNeeded(asking)}
          confirm={asking === "upheld" ? upholdLabel : t("refuse.report")}
          busy={isPending}
          onConfirm={(note) =>
            mutateAsync({
              act: async (client) => {
                if (asking === "upheld" && isHiding)
                  await hideComment(client, row.target_id, true, note);
                if (asking === "upheld" && isHidingList) {
                  await hideList(client, row.target_id, note, true);
                }
                return settleReports(client, ids, asking, note);
              },
              outcome: asking,
            }).then(
              () => true,
              (error: unknown) => hasLeft(error),
            )
          }
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  );
}

type Contest = OpenReport["contests"][number];

const isSameContest = (one: Contest, other: Contest) =>
  one.party === other.party && one.created_at === other.created_at && one.body === other.body;

/** One report. An author's contest counts for all reports of a decision; the first of them shows it. */
function Reason({ report, before }: { report: OpenReport; before: OpenReport[] }) {
  const { t } = useTranslation(["review", "report"]);
  const lang = useLanguage();
  const { category, reason, reporter, visitor } = report;
  const former = before.flatMap(({ contests }) => contests);
  return (
    <li>
      <p>
        <strong className="font-semibold">
          {category ? t(`report:categories.${category}`) : t("review:reports.none")}
        </strong>
        <span className="text-muted">
          {" · "}
          {visitor ? (
            <span className="wrap-anywhere">
              {[visitor.name, visitor.email].filter(Boolean).join(", ")} (
              {t("review:reports.visitor")})
            </span>
          ) : (
            (reporter && <MemberLink username={reporter.username} />) || t("review:reports.nobody")
          )}
          {" · "}
          <time dateTime={report.created_at}>{formatDateTime(report.created_at, lang)}</time>
        </span>
      </p>
      {reason && <p className="mt-0.5 whitespace-pre-wrap wrap-anywhere">{reason}</p>}
      {report.contests
        .filter((contest) => !former.some((other) => isSameContest(contest, other)))
        .map(({ party, body, outcome, note }) => (
          <div key={party} className="mt-2 border-l-2 border-line pl-3">
            <p className="font-semibold">{t(`review:reports.contestedBy.${party}`)}</p>
            <p className="whitespace-pre-wrap wrap-anywhere">{body}</p>
            <p className="text-muted">
              {t(
                outcome === "upheld" ? "review:reports.wasUpheld" : "review:reports.wasDismissed",
                {
                  note,
                },
              )}
            </p>
          </div>
        ))}
    </li>
  );
}
