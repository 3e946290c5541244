import { type KeyboardEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { Badge } from "../../components/ui/badge.tsx";
import { Button } from "../../components/ui/button.tsx";
import { Spinner } from "../../components/ui/spinner.tsx";
import type { QueuedSuggestion } from "../../data/suggestions/queue.ts";
import { targetName, targetPath } from "../../data/suggestions/targets.ts";
import { linkify } from "../../domain/linkify.ts";
import { formatDate, formatDateTime } from "../../i18n/format.ts";
import { useLanguage } from "../../i18n/use-language.ts";
import { PartDecision } from "./part-decision.tsx";
import { partsOf } from "./parts.ts";
import { isFree } from "./use-review-steps.ts";
import { useRuling } from "./use-ruling.ts";

/** One suggestion of the queue: who suggests what and why, and the decision on each part. */
export function SuggestionReview({
  suggestion,
  ownName,
}: {
  suggestion: QueuedSuggestion;
  /** The username of the reviewer. */
  ownName: string | undefined;
}) {
  const { t } = useTranslation("suggestions");
  const lang = useLanguage();
  const id = useId();
  const [parts] = useState(() => partsOf(suggestion));
  const ruling = useRuling(suggestion, parts);
  const { target, contest, is_mine: isOwn } = suggestion;
  // One's own claim is no news.
  const claimer = suggestion.claimed_by === ownName ? null : suggestion.claimed_by;
  const title = target ? targetName(target, lang) : suggestion.title;
  const name = suggestion.display_name ?? suggestion.username ?? t("queue.former");

  function onKeyDown(event: KeyboardEvent) {
    if (isOwn || event.repeat || !isFree(event.nativeEvent)) return;
    if (event.key === "a") ruling.setAll(true);
    else if (event.key === "r") ruling.setAll(false);
    else if (event.key === "s") ruling.decide();
    else return;
    event.preventDefault();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- shortcuts of the buttons inside
    <article
      data-review={suggestion.id}
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      onKeyDown={onKeyDown}
      className="grid scroll-mt-34 grid-cols-1 gap-5 rounded-2xl border border-line bg-raised p-4 focus-within:border-control sm:p-6"
    >
      <header className="grid gap-2">
        <div className="flex flex-wrap gap-2">
          <Badge tone="outline">{t(`queue.kinds.${suggestion.target_type}`)}</Badge>
          {claimer && <Badge tone="accent">{t("queue.claimed", { name: claimer })}</Badge>}
        </div>
        <h3 id={`${id}-title`} className="text-xl font-semibold break-words">
          {target ? (
            <Link to={targetPath(target, lang)} className="hover:underline">
              {title}
            </Link>
          ) : (
            title
          )}
        </h3>
        <p className="text-sm text-muted">
          {[
            t("queue.by", { name }),
            suggestion.joined_at &&
              t("queue.since", { date: formatDate(suggestion.joined_at, lang) }),
            t("queue.accepted", { count: suggestion.accepted }),
          ]
            .filter(Boolean)
            .join(" · ")}{" "}
          ·{" "}
          <time dateTime={suggestion.created_at}>
            {formatDateTime(suggestion.created_at, lang)}
          </time>
        </p>
      </header>
      <div className="grid max-w-prose gap-1 text-sm">
        <p className="font-semibold">{t("queue.source")}</p>
        <p className="break-words whitespace-pre-line">
          {linkify(suggestion.source).map((piece, n) =>
            piece.href ? (
              <a
                key={n}
                href={piece.href}
                target="_blank"
                rel="noopener noreferrer nofollow ugc"
                className="underline underline-offset-4"
              >
                {piece.text}
              </a>
            ) : (
              piece.text
            ),
          )}
        </p>
        {contest !== null && (
          <p className="mt-2 border-l-4 border-line pl-3 break-words whitespace-pre-line">
            {t("queue.contest", { words: contest })}
          </p>
        )}
      </div>
      {isOwn ? (
        <p className="font-semibold">{t("queue.ownMark")}</p>
      ) : (
        <ul className="grid grid-cols-1 gap-4">
          {parts.map((part) => (
            <PartDecision
              key={part.key}
              part={part}
              ruling={ruling.parts[part.key]}
              problem={ruling.problems[part.key]}
              disabled={ruling.isBusy}
              onChange={(next) => ruling.set(part.key, next)}
            />
          ))}
        </ul>
      )}
      {!isOwn && (
        <>
          <p role="alert" className="text-sm text-danger empty:hidden">
            {ruling.failure}
          </p>
          <div className="flex flex-wrap gap-3">
            <Button disabled={ruling.isBusy} onClick={ruling.decide} aria-keyshortcuts="s">
              {ruling.isBusy && <Spinner />}
              {t("queue.decide")}
            </Button>
            <Button
              variant="outline"
              disabled={ruling.isBusy}
              onClick={() => ruling.setAll(true)}
              aria-keyshortcuts="a"
            >
              {t("queue.acceptAll")}
            </Button>
            <Button
              variant="outline"
              disabled={ruling.isBusy}
              onClick={() => ruling.setAll(false)}
              aria-keyshortcuts="r"
            >
              {t("queue.refuseAll")}
            </Button>
            {!claimer && (
              <Button
                variant="ghost"
                disabled={ruling.isBusy}
                aria-label={t("queue.claimOf", { title })}
                onClick={ruling.claim}
              >
                {t("queue.claim")}
              </Button>
            )}
          </div>
        </>
      )}
    </article>
  );
}
