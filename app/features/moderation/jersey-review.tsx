import { Check, ListChecks, PencilLine, X } from "lucide-react";
import { useTranslation } from "react-i18next";

import { Badge } from "../../components/ui/badge.tsx";
import { Button } from "../../components/ui/button.tsx";
import { Spinner } from "../../components/ui/spinner.tsx";
import type { QueuedJersey } from "../../data/moderation/queue.ts";
import { formatDateTime } from "../../i18n/format.ts";
import { useLanguage } from "../../i18n/use-language.ts";
import { AuthorHistory } from "./author-history.tsx";
import { JerseyChanges } from "./jersey-changes.tsx";
import { JerseyFacts } from "./jersey-facts.tsx";
import { LikelyDuplicates } from "./likely-duplicates.tsx";
import { RevertButton } from "./revert-button.tsx";
import { ReviewImages } from "./review-images.tsx";
import { leagueLabel } from "../../domain/leagues.ts";

/** One jersey of the queue, or an edit of an approved one: its data and the two decisions. */
export function JerseyReview({
  jersey,
  isCurrent,
  busy,
  isAdmin,
  onApprove,
  onCorrect,
  onReject,
  onDivide,
  onMerge,
}: {
  jersey: QueuedJersey;
  isCurrent: boolean;
  busy: boolean;
  /** True for an administrator, who may also revert changes. */
  isAdmin: boolean;
  onApprove: () => void;
  onCorrect: () => void;
  onReject: () => void;
  /** Decides on each change of an edit. */
  onDivide: () => void;
  /** Merges the jersey into another one. */
  onMerge: (into: string) => void;
}) {
  const { t } = useTranslation(["admin", "common"]);
  const lang = useLanguage();
  const headingId = `review-${jersey.id}`;
  const isEdited = jersey.edited_at !== null;
  const isStaged = jersey.edit !== null;
  return (
    <article
      data-review={jersey.id}
      data-current={isCurrent || undefined}
      tabIndex={isCurrent ? 0 : -1}
      aria-labelledby={headingId}
      className="grid scroll-mt-34 gap-6 rounded-2xl border border-line bg-raised p-4 data-current:border-control sm:p-6 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
    >
      <ReviewImages jersey={jersey} />
      <div className="grid content-start gap-5">
        <header className="grid gap-2">
          <div className="flex flex-wrap gap-2">
            <Badge tone={jersey.league}>
              {t(`common:${leagueLabel(jersey.league, jersey.competition)}`)}
            </Badge>
            <Badge tone="outline">{t(isEdited ? "admin:queue.edited" : "admin:queue.new")}</Badge>
            {isStaged && <Badge>{t("admin:queue.isPublic")}</Badge>}
          </div>
          <h3 id={headingId} className="text-xl font-semibold break-words">
            {jersey.title}
          </h3>
          <p className="text-sm text-muted">
            {t("admin:fields.author")}{" "}
            <strong className="font-semibold text-ink">
              {jersey.author?.display_name ?? jersey.author?.username ?? t("admin:fields.noAuthor")}
            </strong>
            {jersey.author?.display_name && ` (${jersey.author.username})`} ·{" "}
            <time dateTime={jersey.created_at} className="whitespace-nowrap">
              {formatDateTime(jersey.created_at, lang)}
            </time>
          </p>
          {jersey.author_id && <AuthorHistory authorId={jersey.author_id} />}
        </header>
        {isEdited && <JerseyChanges jerseyId={jersey.id} />}
        <JerseyFacts jersey={jersey} />
        <LikelyDuplicates jersey={jersey} onMerge={onMerge} />
        <div className="flex flex-wrap gap-3">
          <Button disabled={busy} onClick={onApprove} aria-keyshortcuts="a">
            {busy ? <Spinner /> : <Check aria-hidden />}
            {t(isStaged ? "admin:edit.accept" : "admin:approve")}
          </Button>
          <Button variant="outline" disabled={busy} onClick={onReject} aria-keyshortcuts="r">
            <X aria-hidden />
            {t(isStaged ? "admin:edit.refuse" : "admin:reject")}
          </Button>
          {isStaged && (
            <Button variant="outline" disabled={busy} onClick={onDivide}>
              <ListChecks aria-hidden />
              {t("admin:edit.parts")}
            </Button>
          )}
          <Button variant="outline" disabled={busy} onClick={onCorrect} aria-keyshortcuts="c">
            <PencilLine aria-hidden />
            {t("admin:correction.begin")}
          </Button>
          {isAdmin && isEdited && !isStaged && (
            <RevertButton jerseyId={jersey.id} disabled={busy} />
          )}
        </div>
      </div>
    </article>
  );
}
