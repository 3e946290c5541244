import { type KeyboardEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "../../components/ui/button.tsx";
import { Spinner } from "../../components/ui/spinner.tsx";
import type { QueuedSuggestion } from "../../data/suggestions/queue.ts";
import { targetName } from "../../data/suggestions/targets.ts";
import { partLabel } from "../../i18n/suggestion-words.ts";
import { useLanguage } from "../../i18n/use-language.ts";
import { type Compared, PartDecision } from "./part-decision.tsx";
import { acceptedKeys, partsOf } from "./parts.ts";
import { isFree } from "./use-review-steps.ts";
import { SuggestionHead } from "./suggestion-head.tsx";
import { useRuling } from "./use-ruling.ts";

/** One suggestion of the queue: who suggests what and why, and the decision on each part. */
export function SuggestionReview({
  suggestion,
  ownName,
  Compared,
}: {
  suggestion: QueuedSuggestion;
  /** The username of the reviewer. */
  ownName: string | undefined;
  Compared: Compared;
}) {
  const { t } = useTranslation("suggestions");
  const lang = useLanguage();
  const id = useId();
  const [parts] = useState(() => partsOf(suggestion));
  const ruling = useRuling(suggestion, parts);
  const { target, is_mine: isOwn } = suggestion;
  const isOwnClaim = ruling.isClaimed || suggestion.claimed_by === ownName;
  const claimer = isOwnClaim ? null : suggestion.claimed_by;
  const accepted = acceptedKeys(suggestion).map((key) => partLabel(key, lang));
  const title = target ? targetName(target, lang) : suggestion.title;

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
      <SuggestionHead
        suggestion={suggestion}
        id={`${id}-title`}
        claim={
          isOwnClaim ? t("queue.claimedByYou") : claimer && t("queue.claimed", { name: claimer })
        }
      />
      {accepted.length > 0 && (
        <p className="max-w-prose text-sm">
          {t("queue.alreadyAccepted", { parts: accepted.join(", ") })}
        </p>
      )}
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
              jerseyId={suggestion.target_id}
              Compared={Compared}
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
            {!claimer && !isOwnClaim && (
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
