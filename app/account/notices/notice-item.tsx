import { Flag, Shirt, UserRound } from "lucide-react";
import { Link } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { storedPath } from "../../shared/address/image-url.ts";
import { FieldChanges } from "../../shared/components/field-changes.tsx";
import { JerseyImage } from "../../shared/components/jersey-image.tsx";
import { SmallPhoto } from "../../shared/components/small-photo.tsx";
import { RefusalReason, VerdictLine } from "../../shared/components/verdict-line.tsx";
import { Badge } from "../../shared/ui/badge.tsx";
import { contestNotice, isContestable, type Notice } from "../data/notices/notices.ts";
import { noticeKeys } from "../data/notices/keys.ts";
import { Contest } from "../../shared/components/contest.tsx";
import { toast } from "../../shared/components/toast.ts";
import { isDone, useMemberMutation } from "../../shared/data/member-mutation.ts";
import { useProblemText } from "../../shared/data/problem-words.ts";
import { jerseyTeam, jerseyTitle } from "../../shared/i18n/catalogue-names.ts";
import { changesInWords, type FieldChange } from "../../shared/i18n/jersey-changes.ts";
import { changeInWords } from "../../shared/i18n/suggestion-words.ts";
import { formatDate } from "../../shared/i18n/format.ts";
import { useHref } from "../../shared/address/use-href.ts";
import { noteInWords } from "../../shared/i18n/reasons.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { type PhotoKind, reasonOnce, type Verdict } from "../../shared/domain/suggestion.ts";
import { jerseyParams } from "../../shared/domain/jersey.ts";

type Outcome = Notice["outcome"];
const OF_REPORT = ["upheld", "dismissed", "removed"] as const satisfies Outcome[];
/** These may be of several pages or comments at once. */
const OF_SEVERAL = ["undone", "comment_hidden", "comment_shown"] as const satisfies Outcome[];
const OF_DECISION = ["report_upheld", "report_dismissed"] as const satisfies Outcome[];

function isOfReport(outcome: Outcome): outcome is (typeof OF_REPORT)[number] {
  return OF_REPORT.some((other) => other === outcome);
}

function isOfDecision(outcome: Outcome): outcome is (typeof OF_DECISION)[number] {
  return OF_DECISION.some((other) => other === outcome);
}

function isOfSeveral(outcome: Outcome): outcome is (typeof OF_SEVERAL)[number] {
  return OF_SEVERAL.some((other) => other === outcome);
}

/** One notice: jersey, outcome, moderation note, link. */
export function NoticeItem({ notice, userId }: { notice: Notice; userId: string }) {
  const { t } = useTranslation(["notices", "common", "contributions"]);
  const lang = useLanguage();
  const to = useHref();
  const { topic, outcome, about, note, done, jersey, created_at: date } = notice;
  const title = jersey ? jerseyTitle(notice.title, jersey, lang) : notice.title;
  const hasPhotos = topic !== "jersey";
  const changes = hasPhotos ? [] : changesInWords(notice.changes, lang);
  const problemText = useProblemText("suggestions:errors");
  const { mutateAsync: contest, isPending } = useMemberMutation({
    write: (client, words: string) => contestNotice(client, notice.id, words),
    invalidates: [noticeKeys.list(userId)],
    onError: (error) => toast.error(problemText(error)),
  });
  const stands = standsOf(notice);
  const state = stands && t(`notices:stands.${stands}`);
  return (
    <li
      tabIndex={-1}
      className="grid grid-cols-[3rem_minmax(0,1fr)] gap-x-4 border-t border-line py-4 outline-none sm:grid-cols-[3rem_minmax(0,1fr)_auto]"
    >
      <span className="grid size-12 place-items-center overflow-hidden rounded-lg bg-surface text-muted">
        {jersey ? (
          <JerseyImage jersey={jersey} path={jersey.images[0]?.path} alt="" sizes="3rem" />
        ) : topic === "report" ? (
          <Flag aria-hidden className="size-5" />
        ) : about === "profile" ? (
          <UserRound aria-hidden className="size-5" />
        ) : (
          <Shirt aria-hidden className="size-5" />
        )}
      </span>
      <div className="grid content-start justify-items-start gap-1">
        {jersey && <p className="caption">{jerseyTeam(jersey, lang)}</p>}
        <p className="font-semibold wrap-anywhere">
          {about === "comment" && isOfReport(outcome)
            ? t(`notices:ofComment.${outcome}`, { title })
            : about === "profile" && (isOfReport(outcome) || isOfDecision(outcome))
              ? t(`notices:ofMember.${outcome}`, { title })
              : about === "profile" && isOfSeveral(outcome)
                ? t(`notices:ofMember.${outcome}`)
                : notice.is_again && (outcome === "comment_hidden" || outcome === "list_hidden")
                  ? t(`notices:stays.${outcome}`, { title })
                  : t(`notices:said.${outcome}`, { title })}
        </p>
        {changes.length > 0 && (
          <div className="my-1 max-w-prose border-l-4 border-line pl-3">
            <FieldChanges changes={changes} />
          </div>
        )}
        {notice.is_again && (
          <p className="text-sm text-muted">
            {[t("notices:again"), state].filter(Boolean).join(" ")}
          </p>
        )}
        {done && !state && (
          <p className="text-sm text-muted">{t(`contributions:report.${done}`)}</p>
        )}
        {hasPhotos && <SuggestedChanges changes={notice.changes} />}
        {note && (
          <blockquote className="my-1 max-w-prose border-l-4 border-line pl-3 wrap-anywhere whitespace-pre-line text-muted">
            {noteInWords(outcome, note, lang)}
          </blockquote>
        )}
        {about === "profile" && (outcome === "comment_hidden" || outcome === "suspended") && (
          <p className="text-sm text-muted">
            {t("notices:object")}{" "}
            <Link to={to("legal", {})} className="underline underline-offset-4">
              {t("common:footer.legal")}
            </Link>
          </p>
        )}
        <NoticeLink notice={notice} />
        {notice.contested_at !== null && (
          <p className="text-sm text-muted">{t("notices:contested")}</p>
        )}
        {isContestable(notice) && (
          <Contest
            id={notice.id}
            name={title}
            isBusy={isPending}
            onSend={(words) => isDone(contest(words))}
          />
        )}
      </div>
      <div className="col-start-2 mt-1 flex items-center gap-3 sm:col-start-3 sm:mt-0 sm:flex-col sm:items-end sm:gap-1 sm:self-start">
        <time dateTime={date} className="text-sm text-muted">
          {formatDate(date, lang)}
        </time>
        {notice.read_at === null && <Badge tone="accent">{t("notices:fresh")}</Badge>}
      </div>
    </li>
  );
}

/** After a contest: whether the comment or list that was decided on is visible now. */
function standsOf({ outcome, about, is_again }: Notice): "hidden" | "shown" | undefined {
  if (!is_again || (about !== "comment" && about !== "list")) return undefined;
  if (outcome === "upheld" || outcome === "report_upheld") return "hidden";
  return outcome === "dismissed" || outcome === "report_dismissed" ? "shown" : undefined;
}

/** A field of a suggestion that was decided or undone, as the database tells it. */
interface SuggestedChange extends FieldChange, Partial<Verdict> {
  /** What a photo shows; null or missing if nobody said. */
  kind?: PhotoKind | null;
}

/** The fields and photos of a suggestion, each with what was decided, or those that a report had corrected. */
function SuggestedChanges({ changes }: { changes: unknown }) {
  const { t } = useTranslation("suggestions");
  const lang = useLanguage();
  if (!Array.isArray(changes) || changes.length === 0) return null;
  const all = changes as SuggestedChange[];
  const { verdicts, why } = reasonOnce(
    Object.fromEntries(
      all.flatMap(({ accepted, ...change }, n) =>
        accepted === undefined ? [] : [[n, { ...change, accepted }]],
      ),
    ),
  );
  return (
    <ul className="my-1 grid max-w-prose grid-cols-1 gap-2 border-l-4 border-line pl-3">
      {all.map((change, n) => (
        <li key={n} className="grid grid-cols-1 gap-1">
          {change.field === "image" ? (
            <ChangedPhoto change={change} />
          ) : change.field === "photos" ? (
            <p className="text-sm text-muted">{t(`fields.${change.field}`)}</p>
          ) : (
            <FieldChanges changes={[changeInWords(change.field, change, lang)]} />
          )}
          <VerdictLine verdict={verdicts[n]} field={change.field} />
        </li>
      ))}
      {why && (
        <li>
          <RefusalReason why={why} />
        </li>
      )}
    </ul>
  );
}

/** A photo that was decided on, with what it shows. */
function ChangedPhoto({ change: { before, after, kind } }: { change: SuggestedChange }) {
  const { t } = useTranslation(["suggestions", "catalogue", "common"]);
  const address = after ?? before;
  const label = t("fields.image");
  const name = kind ? t("common:of", { label, name: t(`catalogue:photo.${kind}`) }) : label;
  return (
    <p className="flex items-center gap-3 text-sm">
      {address && storedPath(address) && (
        <SmallPhoto
          address={address}
          name={name}
          className="size-16 shrink-0 rounded-lg bg-raised"
        />
      )}
      {/* The picture's alternative text says the same. */}
      <span aria-hidden={Boolean(address && storedPath(address))} className="text-muted">
        {name}
      </span>
    </p>
  );
}

/** Links to the jersey's page if there is one, otherwise to what the member contributed. */
function NoticeLink({ notice: { topic, outcome, about, jersey } }: { notice: Notice }) {
  const { t } = useTranslation(["notices", "submit", "suggestions"]);
  const to = useHref();
  const link = (path: string, label: string) => (
    <Link
      to={path}
      className="text-sm underline decoration-control underline-offset-4 hover:decoration-ink"
    >
      {label}
    </Link>
  );
  if (outcome === "renamed")
    return link(to("accountSection", { section: "profile" }), t("go.profile"));
  if (outcome === "list_hidden" || outcome === "list_shown") {
    return link(to("accountSection", { section: "lists" }), t("go.lists"));
  }
  const isOfPage = outcome === "undone" || (topic === "jersey" && outcome !== "rejected");
  if (isOfPage && jersey && outcome !== "taken_down") {
    return link(to("jersey", jerseyParams(jersey)), t("suggestions:toPage"));
  }
  // Of a team or a competition, of several pages, of what is gone, or of the member.
  if (outcome === "undone" || outcome === "taken_down") return null;
  if (about === "profile" && topic !== "report") return null;
  return link(to("accountSection", { section: "contributions" }), t("submit:seeMine"));
}
