import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { useHref } from "../../address/use-href.ts";
import { FieldChanges } from "../../components/field-changes.tsx";
import { SmallPhoto } from "../../components/small-photo.tsx";
import { VerdictLine } from "../../components/verdict-line.tsx";
import { Badge } from "../../components/ui/badge.tsx";
import { Button, button } from "../../components/ui/button.tsx";
import type { MySuggestion } from "../../data/suggestions/mine.ts";
import { targetName, targetPath } from "../../data/suggestions/targets.ts";
import { photoKey, type SuggestionStatus, type Verdicts } from "../../domain/suggestion.ts";
import { formatDate } from "../../i18n/format.ts";
import { reasonInWords } from "../../i18n/preset-reasons.ts";
import { allChangesInWords } from "../../i18n/suggestion-words.ts";
import { useLanguage } from "../../i18n/use-language.ts";

const TONES = {
  open: "outline",
  accepted: "success",
  partly: "success",
  refused: "danger",
  withdrawn: "neutral",
} as const satisfies Record<SuggestionStatus, string>;

/** One suggestion: what it is about, its parts with their decisions, and what its member may do. */
export function SuggestionItem({
  suggestion,
  onWithdraw,
  onContest,
}: {
  suggestion: MySuggestion;
  onWithdraw: () => void;
  onContest: () => void;
}) {
  const { t } = useTranslation("suggestions");
  const lang = useLanguage();
  const to = useHref();
  const { kind, target, into, status, words, photos, source, contest, mayContest } = suggestion;
  const title = target ? targetName(target, lang) : suggestion.title;
  // Of one of trust a reviewer may have said so without anything going back.
  const undone = suggestion.undone ?? (suggestion.afterwards === "undone" ? "whole" : null);
  const hasForm = kind === "edit" || kind === "photos";
  const verdicts = suggestion.verdicts as unknown as Verdicts;
  return (
    <li className="grid grid-cols-1 gap-3 border-t border-line py-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <p className="caption">{t(`queue.kinds.${suggestion.target_type}`)}</p>
          <p className="font-semibold break-words">
            {target ? (
              <Link to={targetPath(target, lang)} className="hover:underline">
                {title}
              </Link>
            ) : (
              title
            )}
          </p>
        </div>
        <p className="flex items-center gap-3">
          <time dateTime={suggestion.created_at} className="text-sm text-muted">
            {formatDate(suggestion.created_at, lang)}
          </time>
          <Badge tone={undone ? "danger" : TONES[status]}>
            {undone
              ? t(undone === "whole" ? "status.undone" : "status.undonePartly")
              : t(suggestion.trusted ? "status.trusted" : `status.${status}`)}
          </Badge>
        </p>
      </div>
      <ul className="grid max-w-prose grid-cols-1 gap-3">
        {allChangesInWords(words, lang).map((change) => (
          <li key={change.field} className="grid grid-cols-1 gap-1">
            {into ? (
              <p className="grid justify-items-start gap-1 text-sm">
                <span className="text-muted">{change.label}</span>
                <Link
                  to={targetPath(into, lang)}
                  className="inline-flex min-h-6 items-center underline decoration-control underline-offset-4 hover:decoration-ink"
                >
                  {targetName(into, lang)}
                </Link>
              </p>
            ) : (
              <FieldChanges changes={[change]} />
            )}
            <VerdictLine verdict={verdicts[change.field]} />
          </li>
        ))}
        {photos.map(({ id, url, alt, kind }) => (
          <li key={id} className="flex flex-wrap items-center gap-3 text-sm">
            <SmallPhoto
              address={url}
              name={alt ?? t("fields.image")}
              className="size-16 rounded-lg bg-raised"
            />
            {t(`photos.kinds.${kind}`)}
            <VerdictLine verdict={verdicts[photoKey(id)]} />
          </li>
        ))}
      </ul>
      <p className="max-w-prose text-sm break-words whitespace-pre-line text-muted">
        {t("mine.source", { source: reasonInWords(source, lang) })}
      </p>
      {status === "open" && suggestion.held_at !== null && (
        <p className="max-w-prose text-sm">{t("mine.held")}</p>
      )}
      {contest !== null && (
        <p className="max-w-prose text-sm break-words whitespace-pre-line">
          {status === "open" && `${t("mine.contested")} `}
          {t("mine.yourWords", { words: contest })}
        </p>
      )}
      <div className="flex flex-wrap gap-3 empty:hidden">
        {status === "open" && hasForm && target && contest === null && (
          <Link
            to={`${to("suggest", { type: suggestion.target_type, id: suggestion.target_id })}?suggestion=${suggestion.id}`}
            aria-label={t("mine.editOf", { title })}
            className={button({ variant: "outline", size: "sm" })}
          >
            {t("mine.edit")}
          </Link>
        )}
        {status === "open" && (
          <Button
            variant="ghost"
            size="sm"
            aria-label={t("mine.withdrawOf", { title })}
            onClick={onWithdraw}
          >
            {t(hasForm ? "withdraw.open" : "withdraw.confirm")}
          </Button>
        )}
        {mayContest && (
          <Button
            variant="outline"
            size="sm"
            aria-label={t("contest.openOf", { title })}
            onClick={onContest}
          >
            {t("contest.open")}
          </Button>
        )}
      </div>
    </li>
  );
}
