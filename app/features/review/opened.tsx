import { type ReactNode, type Ref, useId } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { useHref } from "../../address/use-href.ts";
import { Badge } from "../../components/ui/badge.tsx";
import type { Waiting } from "../../data/review/queue.ts";
import { targetPath } from "../../data/suggestions/targets.ts";
import { leagueLabel } from "../../domain/leagues.ts";
import { formatDate, formatSpan } from "../../i18n/format.ts";
import { useLanguage } from "../../i18n/use-language.ts";
import { OpenedReport } from "./opened-report.tsx";
import { OpenedSubmission } from "./opened-submission.tsx";
import { OpenedSuggestion } from "./opened-suggestion.tsx";
import type { FromScreen } from "./review-queue.tsx";
import { useTitle } from "./use-title.ts";

/** What the keys of the queue do with what is open. */
export type OpenedKeys = Partial<Record<"a" | "r" | "e", () => void>>;

/** What all kinds of things have in common. */
export interface OpenedProps extends FromScreen {
  /** True for what is public already. */
  isCheck: boolean;
  keysRef: Ref<OpenedKeys>;
  /**
   * Called when it has left the queue.
   * @param ids its rows
   * @param message that confirms a decision
   * @param batchId by which the decision is undone
   */
  onDecided: (ids: string[], message?: string, batchId?: string | null) => void;
}

/** What is open: what it is about and whose, what differs, and the decision. */
export function Opened({
  row,
  articleRef,
  ...props
}: OpenedProps & { row: Waiting; articleRef: Ref<HTMLElement> }) {
  const id = useId();
  return (
    <article
      ref={articleRef}
      tabIndex={-1}
      aria-labelledby={id}
      className="grid min-w-0 scroll-mt-[calc(var(--header)+1rem)] grid-cols-1 gap-5 rounded-2xl border border-line bg-raised p-4 pb-0 sm:p-6 sm:pb-0"
    >
      <Head row={row} id={id} />
      {row.kind === "new" ? (
        <OpenedSubmission row={row} {...props} />
      ) : row.kind === "report" ? (
        <OpenedReport row={row} {...props} />
      ) : (
        <OpenedSuggestion row={row} {...props} />
      )}
    </article>
  );
}

function Head({ row, id }: { row: Waiting; id: string }) {
  const { t } = useTranslation(["review", "common"]);
  const lang = useLanguage();
  const to = useHref();
  const title = useTitle()(row);
  const { target, league } = row;
  const isJersey = target?.type === "jersey";
  const name = row.display_name ?? row.username;
  const isAgain = row.kind === "new" && row.detail.moderation_note !== null;
  const isContested = "contest" in row.detail && row.detail.contest !== null;
  const isAuthor = "source" in row.detail && row.detail.source === null;
  const who = t(isAuthor ? "review:byAuthor" : "review:by", { name: name ?? t("review:former") });
  return (
    <header className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        <Badge tone="outline">
          {row.kind === "report"
            ? t(`review:reports.of.${row.target_type}`)
            : t(`review:kinds.${row.kind}`)}
        </Badge>
        {league && (
          <Badge tone={league}>
            {t(`common:${leagueLabel(league, isJersey ? target.competition : undefined)}`)}
          </Badge>
        )}
        {isAgain && <Badge tone="accent">{t("review:again")}</Badge>}
        {isContested && <Badge tone="accent">{t("review:contested")}</Badge>}
      </div>
      <h3 id={id} className="text-xl font-semibold wrap-anywhere">
        {target && row.target_type !== "profile" ? (
          <Link to={targetPath(target, lang)} target="_blank" className="hover:underline">
            {title}
          </Link>
        ) : (
          <bdi>{title}</bdi>
        )}
      </h3>
      <p className="text-sm text-muted">
        {row.kind !== "report" && (
          <>
            {row.username ? (
              <Link
                to={to("history", { type: "member", id: row.username })}
                target="_blank"
                className="text-ink hover:underline"
              >
                {who}
              </Link>
            ) : (
              who
            )}
            {row.joined_at && ` · ${t("review:since", { date: formatDate(row.joined_at, lang) })}`}
            {` · ${t("review:accepted", { count: row.accepted })} · `}
          </>
        )}
        <time dateTime={row.since}>{t("review:waits", { age: formatSpan(row.since, lang) })}</time>
      </p>
    </header>
  );
}

/** A part of what is open, under its heading. */
export function Part({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className="grid min-w-0 content-start gap-2">
      <h4 className="font-semibold">{title}</h4>
      {children}
    </section>
  );
}
