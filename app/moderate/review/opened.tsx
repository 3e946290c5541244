import { type Ref, useId } from "react";
import { Link } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { partLabel } from "../../shared/i18n/suggestion-words.ts";
import { Badge } from "../../shared/ui/badge.tsx";
import type { Waiting } from "../data/review/queue.ts";
import { isContested } from "../data/review/queue-rows.ts";
import { targetPath } from "../../contribute/data/suggestions/targets.ts";
import { formatDate, formatSpan } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { OpenedComment } from "./opened-comment.tsx";
import { OpenedReport } from "./opened-report.tsx";
import { OpenedSubmission } from "./opened-submission.tsx";
import { OpenedSuggestion } from "./opened-suggestion.tsx";
import { kindKey } from "./kind-key.ts";
import { MemberLink, type OpenedProps } from "./parts.tsx";
import { useTitle } from "./use-title.ts";

/** What is open: what it is about and whose, what differs, and the decision. */
export function Opened({
  row,
  others,
  onOpen,
  articleRef,
  ...props
}: OpenedProps & {
  row: Waiting;
  /** What waits about the same thing. */
  others: Waiting[];
  onOpen: (other: Waiting) => void;
  articleRef: Ref<HTMLElement>;
}) {
  const id = useId();
  return (
    <article
      ref={articleRef}
      tabIndex={-1}
      aria-labelledby={id}
      // The scroll margins keep what has the focus clear of both bars.
      className="grid min-w-0 scroll-mt-[calc(var(--header)+1rem)] grid-cols-1 gap-4 rounded-2xl border border-line bg-raised p-4 pb-0 focus-visible:border-ink focus-visible:outline-none sm:p-6 sm:pt-4 sm:pb-0 [&_*]:scroll-mb-24"
    >
      <Head row={row} id={id} />
      <Others others={others} onOpen={onOpen} />
      {row.kind === "new" ? (
        <OpenedSubmission row={row} {...props} />
      ) : row.kind === "report" ? (
        <OpenedReport row={row} {...props} />
      ) : row.kind === "comment" ? (
        <OpenedComment row={row} {...props} />
      ) : (
        <OpenedSuggestion row={row} {...props} />
      )}
    </article>
  );
}

/** Two members may suggest different values for one field: who decides on one sees the other. */
function Others({ others, onOpen }: { others: Waiting[]; onOpen: (other: Waiting) => void }) {
  const { t } = useTranslation(["review", "suggestions"]);
  const lang = useLanguage();
  if (others.length === 0) return null;
  return (
    <p className="-my-2 flex flex-wrap items-center gap-x-3 text-sm">
      <span className="font-semibold">{t("others")}</span>
      {others.map((other) => (
        <button
          key={other.id}
          type="button"
          onClick={() => onOpen(other)}
          className="py-2 underline underline-offset-4"
        >
          {[
            t(kindKey(other.kind)),
            "words" in other.detail &&
              Object.keys(other.detail.words)
                .map((key) => partLabel(key, lang))
                .join(", "),
          ]
            .filter(Boolean)
            .join(" – ")}
        </button>
      ))}
    </p>
  );
}

function Head({ row, id }: { row: Waiting; id: string }) {
  const { t } = useTranslation(["review", "common", "suggestions"]);
  const lang = useLanguage();
  const title = useTitle()(row);
  const { target, league, kind, detail } = row;
  const isAuthor = "is_author" in detail && detail.is_author;
  const name = row.display_name ?? row.username ?? t("suggestions:history.former");
  const who = t(isAuthor ? "review:byAuthor" : "review:by", { name });
  return (
    <header className="grid gap-1">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 id={id} className="text-lg font-semibold wrap-anywhere sm:text-xl">
          {target && row.target_type !== "profile" && row.target_type !== "list" ? (
            <Link to={targetPath(target, lang)} target="_blank" className="hover:underline">
              {title}
            </Link>
          ) : (
            <bdi>{title}</bdi>
          )}
        </h3>
        <Badge tone="outline">{t(kindKey(kind))}</Badge>
        {league && <Badge tone={league}>{t(`common:league.${league}`)}</Badge>}
        {isContested(row) && <Badge tone="accent">{t("review:contested")}</Badge>}
      </div>
      <p className="text-sm text-muted">
        {kind !== "report" && (
          <>
            {row.username ? <MemberLink username={row.username}>{who}</MemberLink> : who}
            {row.joined_at && ` · ${t("review:since", { date: formatDate(row.joined_at, lang) })}`}
            {` · ${t("review:accepted", { count: row.accepted })} · `}
          </>
        )}
        <time dateTime={row.since}>{t("review:waits", { age: formatSpan(row.since, lang) })}</time>
      </p>
    </header>
  );
}
