import { ChevronDown } from "lucide-react";
import { Link } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { useHref } from "../../shared/address/use-href.ts";
import { LoadFailed } from "../../shared/components/load-failed.tsx";
import { toast } from "../../shared/components/toast.ts";
import { useMemberMutation, isDone } from "../../shared/data/member-mutation.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { useProblemText } from "../../shared/data/problem-words.ts";
import { isAdmin } from "../../shared/data/roles/is-admin.ts";
import { isReviewer } from "../../shared/data/roles/is-reviewer.ts";
import { formatDate } from "../../shared/i18n/format.ts";
import type { Namespace } from "../../shared/i18n/messages.ts";
import { reasonInWords } from "../../shared/i18n/reasons.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { Badge } from "../../shared/ui/badge.tsx";
import { Button, button } from "../../shared/ui/button.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { useMessages } from "../../jersey/i18n/use-messages.ts";
import { kindKey } from "../review/kind-key.ts";
import { targetName, targetPath } from "../../contribute/data/suggestions/targets.ts";
import { memberKeys } from "../data/members/keys.ts";
import {
  FILE_PARTS,
  type FileItem,
  type FilePart,
  hideComments,
  memberFile,
} from "../data/members/member-file.ts";
import { reviewKeys } from "../data/review/keys.ts";
import { myDecisions } from "../data/review/my-decisions.ts";
import { showHidden } from "../data/review/reports.ts";
import { HideComment } from "../review/hide-comment.tsx";
import { UndoMember } from "../undo/undo-member.tsx";

interface MemberFileProps {
  member: { id: string; username: string; name: string };
  /** True if something of theirs is in a history. */
  hasChanges: boolean;
  userId: string;
}

type File = Awaited<ReturnType<NonNullable<ReturnType<typeof memberFile>["queryFn"]>>>;

const TEXTS: Namespace[] = ["facts", "memberFile", "report", "review", "suggestions"];

/** What shows other things once comments are hidden or shown again. */
const LISTS = [memberKeys.all, reviewKeys.all, ...reviewKeys.counts];

/** What reviewers may know of a member, and what they can do about it. Others see nothing. */
export default function MemberFile(props: MemberFileProps) {
  const { data: allowed = false } = useMemberQuery(isReviewer(props.userId));
  const isReady = useMessages(TEXTS);
  return allowed && isReady && <Read {...props} />;
}

function Read({ member, hasChanges, userId }: MemberFileProps) {
  const { t } = useTranslation(["memberFile", "suggestions"]);
  const lang = useLanguage();
  const { data: file, isError, refetch } = useMemberQuery(memberFile(member.id));
  const { data: isAdministrator = false } = useMemberQuery(isAdmin(userId));
  if (isError && !file) return <LoadFailed onRetry={refetch} />;
  if (!file) return <Skeleton className="h-64" />;
  return (
    <section aria-labelledby="file" className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id="file" className="heading text-xl">
          {t("memberFile:title")}
        </h2>
        {file.is_suspended && <Badge tone="danger">{t("memberFile:suspended")}</Badge>}
        <p className="text-sm text-muted">
          {t("memberFile:since", { date: formatDate(file.joined_at, lang) })}
        </p>
      </div>
      {member.id !== userId && (
        <Actions
          member={member}
          hasChanges={hasChanges}
          toHide={file.comments.to_hide}
          isAdministrator={isAdministrator}
        />
      )}
      {file.suspensions.length > 0 && (
        <ul className="grid gap-1 text-sm">
          {file.suspensions.map(({ at, suspended, reason }) => (
            <li key={at}>
              {t(suspended ? "memberFile:suspendedOn" : "memberFile:readmittedOn", {
                date: formatDate(at, lang),
              })}
              {reason && <span className="text-muted"> – {reasonInWords(reason, lang)}</span>}
            </li>
          ))}
        </ul>
      )}
      <div className="border-t border-line">
        {FILE_PARTS.map((name) => (
          <Part key={name} name={name} file={file} isAdministrator={isAdministrator} />
        ))}
      </div>
    </section>
  );
}

function Actions({
  member,
  hasChanges,
  toHide,
  isAdministrator,
}: Omit<MemberFileProps, "userId"> & { toHide: number; isAdministrator: boolean }) {
  const { t } = useTranslation("memberFile");
  const to = useHref();
  const problemText = useProblemText("review:errors", "suggestions:errors");
  const { mutateAsync: hide, isPending } = useMemberMutation({
    write: (client, reason: string) => hideComments(client, member.id, reason),
    invalidates: LISTS,
    onSuccess: () => toast.success(t("hidden", { count: toHide })),
    onError: (error) => toast.error(problemText(error)),
  });
  const { data: decisions = [] } = useMemberQuery(myDecisions());
  // The last ones that the reviewer has hidden at once; a single one is among their decisions.
  const hidden = decisions.find(
    ({ kind, target_id, ids }) => kind === "hidden" && target_id === member.id && ids.length > 1,
  );
  const { mutate: show, isPending: isShowing } = useMemberMutation({
    write: showHidden,
    invalidates: LISTS,
    onSuccess: (_, { length: count }) => toast.success(t("shown", { count })),
    onError: (error) => toast.error(problemText(error)),
  });
  if (toHide === 0 && !hidden && !hasChanges && !isAdministrator) return null;
  return (
    <div className="flex flex-wrap gap-3">
      {toHide > 0 && (
        <HideComment
          label={t("hide", { count: toHide })}
          draftKey={member.id}
          count={toHide}
          isBusy={isPending}
          variant="outline"
          size="sm"
          onHide={(reason) => isDone(hide(reason))}
        />
      )}
      {hidden && (
        <Button variant="outline" size="sm" busy={isShowing} onClick={() => show(hidden.ids)}>
          {t("showAgain", { count: hidden.ids.length })}
        </Button>
      )}
      {hasChanges && <UndoMember member={member} />}
      {isAdministrator && (
        <Link
          to={`${to("admin", {})}?${new URLSearchParams({ tab: "members", q: member.username }).toString()}`}
          className={button({ variant: "outline", size: "sm" })}
        >
          {t("manage")}
        </Link>
      )}
    </div>
  );
}

/** The newest of one kind, below how many there are. Reports about the member themselves are administrators'. */
function Part({
  name,
  file,
  isAdministrator,
}: {
  name: FilePart;
  file: File;
  isAdministrator: boolean;
}) {
  const { t } = useTranslation("memberFile");
  const { total, against, items } = file[name];
  const label = name === "reports_about" && !isAdministrator ? "reports_published" : name;
  const title = t(`parts.${label}`, { count: total });
  const figures = against > 0 ? `${title} · ${t(`against.${name}`, { count: against })}` : title;
  if (items.length === 0) return <p className="border-b border-line py-4 text-muted">{figures}</p>;
  return (
    <details className="fold border-b border-line">
      <summary className="flex min-h-14 items-center justify-between gap-3 font-semibold">
        {figures}
        <ChevronDown aria-hidden className="icon shrink-0" />
      </summary>
      <ul className="grid gap-3 pb-5">
        {items.map((item) => (
          <Item key={item.id} name={name} item={item} file={file} />
        ))}
      </ul>
      {total > items.length && (
        <p className="pb-5 text-sm text-muted">{t("newest", { count: items.length })}</p>
      )}
    </details>
  );
}

function Item({ name, item, file }: { name: FilePart; item: FileItem; file: File }) {
  const { t } = useTranslation(["memberFile", "review", "report", "suggestions", "facts"]);
  const lang = useLanguage();
  const jersey = file.targets.get(item.jersey_id ?? "");
  const isComment = name === "comments";
  const isReport = name === "reports_by" || name === "reports_about";
  const page = jersey && targetPath(jersey, lang);
  const title = isComment || !jersey ? item.title : targetName(jersey, lang);
  const facts = [
    !isReport && item.kind && t(kindKey(item.kind as "edit")),
    isReport && t(`facts:${item.kind as "jersey"}`),
    item.category && t(`report:categories.${item.category as "other"}`),
    t(`memberFile:status.${item.status as "open"}`),
    formatDate(item.at, lang),
  ];
  return (
    <li className="grid gap-0.5 text-sm">
      <p className={isComment ? "whitespace-pre-wrap wrap-anywhere" : "wrap-anywhere"}>
        {page ? (
          <Link
            to={isComment ? `${page}#comment-${item.id}` : page}
            className="underline decoration-control underline-offset-4 hover:decoration-ink"
          >
            {title}
          </Link>
        ) : (
          title
        )}
      </p>
      <p className="text-muted">{facts.filter(Boolean).join(" · ")}</p>
      {item.reason && (
        <p className="text-muted wrap-anywhere">
          {isReport ? item.reason : reasonInWords(item.reason, lang)}
        </p>
      )}
    </li>
  );
}
