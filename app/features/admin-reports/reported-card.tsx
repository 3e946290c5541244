import { useId, useState } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "../../components/ui/button.tsx";
import type { ReportedTarget } from "../../data/reports/admin-reports.ts";
import { formatDateTime } from "../../i18n/format.ts";
import { useLanguage } from "../../i18n/use-language.ts";
import { MemberActions } from "./member-actions.tsx";
import { NoteDialog } from "./note-dialog.tsx";
import { ReportTarget } from "./report-target.tsx";
import { useReportActions } from "./use-report-actions.ts";

type Asking = "upheld" | "dismissed" | "reject";

const VERB = { upheld: "uphold", dismissed: "dismiss", reject: "reject" } as const;

/** One reported target with all its reports and the possible actions. */
export function ReportedCard({
  reported,
  isAdmin,
  names,
  onRemove,
}: {
  reported: ReportedTarget;
  /** Only administrators hide comments and reject approved jerseys; reviewers remove these. */
  isAdmin: boolean;
  /** Usernames of the administrators who decided, by the report's id. */
  names: Map<string, string>;
  onRemove: (jerseyId: string) => void;
}) {
  const { t } = useTranslation("adminCommunity");
  const actions = useReportActions(reported);
  const [asking, setAsking] = useState<Asking>();
  const headingId = useId();
  const { target, reports } = reported;
  const isOpen = target.status === "open";
  const isByVisitor = reports.some(({ visitor }) => visitor !== null);

  /** Contests of the report at `index`. An author's counts for all reports of a decision; the first shows it. */
  function contestsAt(index: number) {
    const earlier = reports.slice(0, index).flatMap(({ contests }) => contests);
    return reports[index]!.contests.filter(
      (contest) => !earlier.some((other) => isSameContest(contest, other)),
    );
  }

  /** Resolves to true if the reports are settled. Otherwise the dialog stays open with its note. */
  async function answer(how: Asking, note: string): Promise<boolean> {
    const settled = await (how === "reject" ? actions.reject(note) : actions.settle(how, note));
    if (settled) setAsking(undefined);
    return settled;
  }

  return (
    <article
      aria-labelledby={headingId}
      className="grid gap-4 rounded-2xl border border-line bg-raised p-4 sm:p-6"
    >
      <ReportTarget target={target} headingId={headingId} />
      <div className="grid gap-2">
        <p className="text-sm font-semibold">{t("reports.count", { count: reports.length })}</p>
        <ul className="grid gap-3">
          {reports.map((report, index) => (
            <Reason key={report.id} report={report} contests={contestsAt(index)} names={names} />
          ))}
        </ul>
      </div>
      <div className="flex flex-wrap gap-3">
        {isOpen && (
          <>
            <Button size="sm" disabled={actions.busy} onClick={() => setAsking("upheld")}>
              {t("reports.uphold")}
            </Button>
            <Button
              size="sm"
              variant="outline"
              disabled={actions.busy}
              onClick={() => setAsking("dismissed")}
            >
              {t("reports.dismiss")}
            </Button>
          </>
        )}
        {isAdmin && target.comment && (
          <Button
            size="sm"
            variant="secondary"
            disabled={actions.busy}
            onClick={() => void actions.hide(!target.comment?.is_hidden)}
          >
            {t(target.comment.is_hidden ? "reports.show" : "reports.hide")}
          </Button>
        )}
        {isAdmin && target.jersey && target.jersey.status !== "rejected" && (
          <Button
            size="sm"
            variant="secondary"
            disabled={actions.busy}
            onClick={() => setAsking("reject")}
          >
            {t("reports.reject")}
          </Button>
        )}
        {!isAdmin && target.jersey?.status === "approved" && (
          <Button size="sm" variant="secondary" onClick={() => onRemove(target.target_id)}>
            {t("reports.remove")}
          </Button>
        )}
        {target.member && <MemberActions member={target.member} actions={actions} />}
      </div>
      {asking && (
        <NoteDialog
          title={t(`reports.${VERB[asking]}Title`)}
          label={t(asking === "reject" ? "reports.reason" : "reports.note")}
          help={t(
            asking === "reject"
              ? "reports.reasonHelp"
              : isByVisitor
                ? `reports.noteRequiredHelp.${target.target_type}`
                : "reports.noteHelp",
          )}
          confirm={t(`reports.${VERB[asking]}`)}
          required={asking === "reject" || isByVisitor}
          busy={actions.busy}
          draftKey={`note.${asking}.${target.target_id}`}
          onConfirm={(note) => answer(asking, note)}
          onClose={() => setAsking(undefined)}
        />
      )}
    </article>
  );
}

type Contest = ReportedTarget["target"]["contests"][number];

const isSameContest = (one: Contest, other: Contest) =>
  one.party === other.party && one.created_at === other.created_at && one.body === other.body;

/** One member's report, and the decision on it. */
function Reason({
  report,
  contests,
  names,
}: {
  report: ReportedTarget["target"];
  contests: Contest[];
  names: Map<string, string>;
}) {
  const { t } = useTranslation("adminCommunity");
  const lang = useLanguage();
  const { category, reason, reporter, visitor, status, resolved_at: at } = report;
  return (
    <li className="text-sm">
      <p>
        <strong className="font-semibold">{t(`reports.category.${category ?? "none"}`)}</strong>
        <span className="text-muted">
          {" · "}
          {visitor ? <Notifier visitor={visitor} /> : (reporter?.username ?? t("deletedAccount"))}
          {" · "}
          <time dateTime={report.created_at}>{formatDateTime(report.created_at, lang)}</time>
        </span>
      </p>
      {reason && <p className="mt-0.5 whitespace-pre-wrap break-words">{reason}</p>}
      {contests.map(({ party, body, outcome, note }) => (
        <div key={party} className="mt-2 border-l-2 border-line pl-3">
          <p className="font-semibold">{t(`reports.contestedBy.${party}`)}</p>
          <p className="whitespace-pre-wrap break-words">{body}</p>
          <p className="text-muted">
            {t(outcome === "upheld" ? "reports.wasUpheld" : "reports.wasDismissed", { note })}
          </p>
        </div>
      ))}
      {status !== "open" && at && (
        <p className="mt-0.5 text-muted first-letter:uppercase">
          {t("reports.settled", {
            outcome: t(`reports.outcome.${status}`),
            when: formatDateTime(at, lang),
            who: names.get(report.id) ?? t("someone"),
          })}
          {report.resolution_note && ` — ${report.resolution_note}`}
        </p>
      )}
    </li>
  );
}

/** Who reported without an account. */
function Notifier({ visitor }: { visitor: NonNullable<ReportedTarget["target"]["visitor"]> }) {
  const { t } = useTranslation("adminCommunity");
  const { name, email } = visitor;
  return (
    <>
      {name ? `${name}, ` : ""}
      <span className="break-all">{email}</span> ({t("reports.visitor")})
    </>
  );
}
