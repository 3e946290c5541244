import { Check, CheckCheck, Eye, EyeOff, GitMerge, PencilLine, Trash2 } from "lucide-react";
import { lazy, Suspense, useImperativeHandle, useState } from "react";
import { Link } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useHref } from "../../shared/address/use-href.ts";
import { JerseyImage } from "../../shared/components/jersey-image.tsx";
import { LoadFailed } from "../../shared/components/load-failed.tsx";
import { toast } from "../../shared/components/toast.ts";
import { Badge } from "../../shared/ui/badge.tsx";
import { button } from "../../shared/ui/button.tsx";
import { Checkbox } from "../../shared/ui/checkbox.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import type { Client } from "../../shared/data/client.ts";
import { isAdmin } from "../../shared/data/roles/is-admin.ts";
import { isDone, useMemberMutation } from "../../shared/data/member-mutation.ts";
import { useSession } from "../../shared/session/use-session.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { queryClient } from "../../shared/data/query-client.ts";
import { jerseyFields } from "../data/review/jersey-fields.ts";
import { leaveQueue, readAgain, type WaitingReport } from "../data/review/queue.ts";
import {
  hideList,
  type OpenReport,
  REPORTED_REASON,
  reportsAbout,
  type Settled,
  type Settlement,
  settleReports,
  undoSettled,
  showComment,
} from "../data/review/reports.ts";
import { targetPath } from "../../contribute/data/suggestions/targets.ts";
import { formatDateTime } from "../../shared/i18n/format.ts";
import { loadMessages } from "../../shared/i18n/messages.ts";
import { reasonInWords } from "../../shared/i18n/reasons.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { asText } from "../components/reason-fields.tsx";
import { JerseyFacts } from "./jersey-facts.tsx";
import { DecisionBar, type DecisionButton, MemberLink, type OpenedProps, Part } from "./parts.tsx";
import { ReasonDialog } from "./reason-dialog.tsx";
import { useReviewProblem } from "./use-review-problem.ts";
import { useTitle } from "./use-title.ts";

/** Lazy: few things need it. */
const loadCorrections = () => import("./correct-dialog.tsx");
const CorrectDialog = lazy(loadCorrections);

type Done = Settlement["done"];

/** What is asked before it is done: a reason or a note, or other values. */
type Asking = "hidden" | "other" | "nothing" | "corrected";

/** A reported jersey, comment, member or list with all open reports about it. Each button does something about it, and settles them. */
export function OpenedReport({
  row,
  keysRef,
  isGone,
  notice,
  onNext,
  onDecided,
  onMergeOrRemove,
}: OpenedProps & { row: WaitingReport }) {
  const { t } = useTranslation(["review", "common", "memberFile", "suggestions"]);
  const lang = useLanguage();
  const to = useHref();
  const problemText = useReviewProblem();
  const titleOf = useTitle();
  const title = titleOf(row);
  const { data, isError, refetch } = useMemberQuery(reportsAbout(row));
  const { data: jersey } = useMemberQuery({
    ...jerseyFields(row.target_id),
    enabled: row.target_type === "jersey",
  });
  const [asking, setAsking] = useState<Asking>();
  const { reports = [], comment, member } = data ?? {};
  const { target } = row;
  // Those that the decision isn't about wait on.
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const ids = reports.flatMap(({ id }) => (left.has(id) ? [] : id));
  const { list, category } = row.detail;
  // At a comment a name may be meant, which administrators replace.
  const session = useSession();
  const { data: isAdministrator = false } = useMemberQuery({
    ...isAdmin(session.status === "member" ? session.user.id : ""),
    enabled: session.status === "member" && category === "name",
  });
  const isName = category === "name" && isAdministrator;
  const named = member ?? (isName ? comment?.author : undefined);
  const preset = category ? REPORTED_REASON[category] : undefined;
  const isHidden = comment?.is_hidden ?? list?.is_hidden ?? false;

  const show = (client: Client) =>
    list ? hideList(client, row.target_id, "", false) : showComment(client, row.target_id);

  function leave(settled: Settled, done: Done, changes?: Settlement["changes"]) {
    const message =
      done === "hidden" && comment
        ? t("memberFile:hiddenOne", { title })
        : t(`review:done.${done ?? (isHidden ? "shown" : "nothing")}`, {
            title: titleOf(row, changes),
          });
    // What is urgent is brought back by administrators: the database gives no batch. What is shown again isn't hidden by an undo.
    const isFinal = (done === "removed" && settled.batch_id === null) || (!done && isHidden);
    setLeft(new Set());
    onDecided(
      ids,
      message,
      isFinal
        ? undefined
        : async (client) => {
            const isUndone = await undoSettled(client, settled);
            // What was hidden with it is shown again.
            if (done === "hidden" && !isHidden) await show(client);
            return isUndone;
          },
    );
    leaveQueue(ids);
  }
  const onFailed = (error: unknown) => {
    // The dialog of corrections shows its errors beside the fields.
    if (asking !== "corrected") toast.error(problemText(error));
    // If somebody else decided meanwhile, it stays open, and with it what the reviewer has typed.
    readAgain();
  };
  const { mutateAsync, isPending } = useMemberMutation({
    write: async (client, settlement: Omit<Settlement, "ids">) => {
      if (!settlement.done && isHidden) await show(client);
      return settleReports(client, { ids, ...settlement });
    },
    onSuccess: (settled, { done, changes }) => leave(settled, done, changes),
    onError: onFailed,
  });
  async function correct() {
    try {
      await Promise.all([
        loadMessages(lang, ["submit"]),
        loadCorrections(),
        // The dialog has its fields at once, and the first one the focus.
        queryClient.fetchQuery(jerseyFields(row.target_id)),
      ]);
      setAsking("corrected");
    } catch (error) {
      console.error("corrections not opened", error);
      toast.error(t("common:error.generic"));
    }
  }
  const mergeOrRemove = (kind: "merge" | "removal") =>
    onMergeOrRemove?.({ jerseyId: row.target_id, kind, reports: ids, preset }, (left) =>
      leave(left, kind === "merge" ? "merged" : "removed"),
    );

  const nothing: DecisionButton = {
    label: t(isHidden ? "review:reports.show" : "review:reports.nothing"),
    Icon: isHidden ? Eye : CheckCheck,
    onPress: () => setAsking("nothing"),
    letter: "r",
  };
  const labels = {
    nothing: nothing.label,
    other: t("review:reports.other"),
    hidden: t(isHidden ? "review:reports.keepHidden" : "common:action.hide"),
  };
  const buttons = [...likelyFirst(row, buttonsOf()), nothing];
  function buttonsOf(): DecisionButton[] {
    if (row.target_type === "jersey") {
      return [
        {
          label: t("review:correction.open"),
          Icon: PencilLine,
          onPress: () => void correct(),
          letter: "e",
        },
        { label: t("review:accept.merge"), Icon: GitMerge, onPress: () => mergeOrRemove("merge") },
        {
          label: t("review:accept.removal"),
          Icon: Trash2,
          onPress: () => mergeOrRemove("removal"),
        },
      ];
    }
    const other = { label: labels.other, Icon: Check, onPress: () => setAsking("other") };
    if (row.target_type === "profile") return [other];
    const hide = { label: labels.hidden, Icon: EyeOff, onPress: () => setAsking("hidden") };
    return isName ? [other, hide] : [hide];
  }
  useImperativeHandle(keysRef, () =>
    row.is_mine || isGone || !data
      ? {}
      : {
          a: buttons[0]!.onPress,
          r: nothing.onPress,
          ...(row.target_type === "jersey" && { e: () => void correct() }),
        },
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
      <Part title={t("review:reports.count", { count: reports.length })}>
        <ul className="grid gap-3 text-sm">
          {reports.map((report, index) => (
            <Reason
              key={report.id}
              report={report}
              before={reports.slice(0, index)}
              {...(reports.length > 1 && {
                isMeant: !left.has(report.id),
                // One is left to decide on.
                isLast: ids.length === 1,
                onMeant: (isMeant: boolean) =>
                  setLeft(
                    new Set(
                      isMeant ? [...left].filter((id) => id !== report.id) : [...left, report.id],
                    ),
                  ),
              })}
            />
          ))}
        </ul>
        {reports.length > 1 && (
          <p className="mt-3 text-sm text-muted">{t("review:reports.meant")}</p>
        )}
      </Part>
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
        <div className="grid min-w-0 flex-1 basis-32 content-start justify-items-start gap-2">
          {jersey && <JerseyFacts jersey={jersey} target={target} />}
          {row.detail.comment !== null && (
            <blockquote className="border-l-2 border-line pl-3 whitespace-pre-wrap wrap-anywhere">
              {row.detail.comment}
              {comment && (
                <footer className="mt-1 text-sm text-muted">
                  <MemberLink username={comment.author.username}>
                    {t("review:by", { name: nameOf(comment.author) })}
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
          {isHidden && <Badge>{t("review:reports.hidden")}</Badge>}
          {member && (
            <p className="text-muted">
              <MemberLink username={member.username}>
                {t("review:reports.nameNow", { name: nameOf(member) })}
              </MemberLink>
            </p>
          )}
          {page && (
            <Link to={page} target="_blank" className="py-2 underline underline-offset-4">
              {t("suggestions:toPage")}
            </Link>
          )}
          {named && (
            <Link
              to={`${to("admin", {})}?${new URLSearchParams({ tab: "members", q: named.username }).toString()}`}
              target="_blank"
              className={button({ size: "sm", variant: "secondary" })}
            >
              {t("review:reports.manage")}
            </Link>
          )}
        </div>
      </div>
      <DecisionBar
        left={isGone ? onNext : undefined}
        says={row.is_mine && t(row.detail.is_second ? "review:second" : "review:mine")}
        isBusy={isPending}
        buttons={buttons}
        notice={notice}
      />
      {asking && asking !== "corrected" && (
        <ReasonDialog
          draftKey={`${asking}.${row.target_id}`}
          title={
            asking === "hidden" && comment
              ? t("memberFile:hide", { count: 1 })
              : t(`review:reports.settle.${asking === "nothing" && isHidden ? "show" : asking}`, {
                  title,
                })
          }
          text={t(
            row.detail.needs_note
              ? "review:reports.noteRequired"
              : asking === "hidden"
                ? list
                  ? "review:reports.noteForList"
                  : "review:reports.noteForComment"
                : "review:reports.noteHelp",
          )}
          isReasonAsked={asking === "hidden"}
          of="person"
          // Where no reason is asked, the reporter's would be sent as the reviewer's.
          {...(asking === "hidden" && preset && { preset })}
          isNoteRequired={row.detail.needs_note && asking !== "hidden"}
          confirm={labels[asking]}
          busy={isPending}
          onConfirm={(given) =>
            isDone(
              mutateAsync({ ...(asking !== "nothing" && { done: asking }), note: asText(given) }),
            )
          }
          onClose={() => setAsking(undefined)}
        />
      )}
      {asking === "corrected" && (
        <Suspense fallback={null}>
          <CorrectDialog
            row={row}
            fields={[]}
            title={title}
            // What was reported, which the dialog covers.
            text={[...new Set(reports.flatMap(({ reason }) => reason ?? []))]
              .concat(t("review:reports.correctionText"))
              .join(" – ")}
            send={t("review:correction.open")}
            busy={isPending}
            onSend={async (changes) => {
              await mutateAsync({ done: "corrected", changes });
            }}
            onClose={() => setAsking(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}

/** What is wrong says what is most likely done about it: that button comes first, with the key A. */
function likelyFirst({ detail }: WaitingReport, buttons: DecisionButton[]): DecisionButton[] {
  const { category } = detail;
  // Of rights mostly a photo is meant, which a correction takes off.
  const place = category === "duplicate" ? 1 : category === "offensive" ? 2 : 0;
  const likely = buttons[place] ?? buttons[0]!;
  return [{ ...likely, letter: "a" }, ...buttons.filter((other) => other !== likely)];
}

const nameOf = (member: { username: string; display_name: string | null }) =>
  member.display_name ?? member.username;

type Contest = OpenReport["contests"][number];

const isSameContest = (one: Contest, other: Contest) =>
  one.party === other.party && one.created_at === other.created_at && one.body === other.body;

const isOfAuthor = ({ party }: Contest) => party === "author";

/** One report. An author's contest counts for all reports of a decision; the first of them shows it. */
function Reason({
  report,
  before,
  isMeant = true,
  isLast = false,
  onMeant,
}: {
  report: OpenReport;
  before: OpenReport[];
  /** True if the decision is about it, too. */
  isMeant?: boolean;
  isLast?: boolean;
  /** Of several reports. */
  onMeant?: (isMeant: boolean) => void;
}) {
  const { t } = useTranslation(["review", "report"]);
  const lang = useLanguage();
  const { category, reason, reporter, visitor } = report;
  const former = before.flatMap(({ contests }) => contests);
  // A reviewer hid it of their own accord, and its author contests that.
  const isUnreported =
    !reporter && !visitor && !category && !reason && report.contests.some(isOfAuthor);
  const title = category
    ? t(`report:categories.${category}`)
    : t(isUnreported ? "review:reports.unreported" : "review:reports.none");
  return (
    <li>
      {onMeant && (
        <Checkbox
          checked={isMeant}
          disabled={isMeant && isLast}
          onChange={({ target }) => onMeant(target.checked)}
        >
          {title}
        </Checkbox>
      )}
      <p>
        {!onMeant && <strong className="font-semibold">{title}</strong>}
        <span className="text-muted">
          {!onMeant && " · "}
          {visitor ? (
            <span className="wrap-anywhere">
              {[visitor.name, visitor.email].filter(Boolean).join(", ")} (
              {t("review:reports.visitor")})
            </span>
          ) : (
            (reporter && (
              <MemberLink username={reporter.username}>{nameOf(reporter)}</MemberLink>
            )) ||
            (!isUnreported && t("review:reports.nobody"))
          )}
          {!isUnreported && " · "}
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
                `review:reports.was.${isUnreported ? "hidden" : outcome === "upheld" ? "done" : "nothing"}`,
                {
                  note: reasonInWords(note ?? "", lang),
                },
              )}
            </p>
          </div>
        ))}
    </li>
  );
}
