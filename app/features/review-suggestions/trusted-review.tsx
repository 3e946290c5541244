import { type KeyboardEvent, type SubmitEvent, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { FieldChanges } from "../../components/field-changes.tsx";
import { toast } from "../../components/toast.ts";
import { Button } from "../../components/ui/button.tsx";
import { Field } from "../../components/ui/field.tsx";
import { Textarea } from "../../components/ui/input.tsx";
import { Spinner } from "../../components/ui/spinner.tsx";
import { historyKeys } from "../../data/history/keys.ts";
import { useMemberMutation } from "../../data/member-mutation.ts";
import { suggestionKeys } from "../../data/suggestions/keys.ts";
import type { QueuedSuggestion } from "../../data/suggestions/queue.ts";
import { reviewTrusted } from "../../data/suggestions/suggest.ts";
import { useSuggestionProblem } from "../../data/suggestions/use-suggestion-problem.ts";
import { fieldOf, isUndoReason, MAX_UNDO_REASON } from "../../domain/suggestion.ts";
import { tidy } from "../../domain/rules/text.ts";
import { WORDS } from "../../i18n/jersey-changes.ts";
import { allChangesInWords, fieldLabel, valueText } from "../../i18n/suggestion-words.ts";
import { useLanguage } from "../../i18n/use-language.ts";
import { SuggestionHead } from "./suggestion-head.tsx";
import { isFree } from "./use-review-steps.ts";

/** What was public at once: a reviewer has seen it, or undoes it with a reason. */
export function TrustedReview({ suggestion }: { suggestion: QueuedSuggestion }) {
  const { t } = useTranslation(["suggestions", "undo"]);
  const lang = useLanguage();
  const id = useId();
  const text = useRef<HTMLTextAreaElement>(null);
  const problemText = useSuggestionProblem();
  const [isUndoing, setUndoing] = useState(false);
  const [reason, setReason] = useState("");
  const [isMissing, setMissing] = useState(false);
  const [failure, setFailure] = useState<string>();
  const { mutate, isPending } = useMemberMutation({
    write: (client, undo: { reason: string } | undefined) =>
      reviewTrusted(client, { id: suggestion.id, undo }),
    invalidates: [suggestionKeys.all, historyKeys.all],
    onSuccess: (_, undo) => {
      toast.success(t(undo ? "afterwards.undone" : "afterwards.seen"));
    },
    onError: (error) => setFailure(problemText(error)),
  });
  const { conflicts, current_words: current, words, is_mine: isOwn } = suggestion;

  function look() {
    if (isPending) return;
    setFailure(undefined);
    mutate(undefined);
  }

  function onSubmit(event: SubmitEvent) {
    event.preventDefault();
    setFailure(undefined);
    setMissing(!isUndoReason(reason));
    if (isUndoReason(reason)) mutate({ reason: tidy(reason) });
    else text.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isOwn || event.repeat || event.key !== "s" || !isFree(event.nativeEvent)) return;
    event.preventDefault();
    look();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- shortcut of a button inside
    <article
      data-review={suggestion.id}
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      onKeyDown={onKeyDown}
      className="grid scroll-mt-34 grid-cols-1 gap-5 rounded-2xl border border-line bg-raised p-4 focus-within:border-control sm:p-6"
    >
      <SuggestionHead suggestion={suggestion} id={`${id}-title`} />
      <FieldChanges changes={allChangesInWords(words, lang)} />
      {conflicts.map((column) => (
        <p key={column} className="rounded-lg border border-line p-3 text-sm">
          {fieldLabel(fieldOf(column), lang)} –{" "}
          {t("queue.conflict", {
            value: valueText(fieldOf(column), current[column], lang) ?? WORDS[lang].empty,
          })}
        </p>
      ))}
      {isOwn && <p className="font-semibold">{t("queue.ownMark")}</p>}
      {!isOwn && (
        <form noValidate onSubmit={onSubmit} className="grid grid-cols-1 gap-4">
          {isUndoing && (
            <Field
              label={t("undo:reason.preset")}
              required
              error={isMissing && !isUndoReason(reason) && t("undo:reason.missing")}
            >
              <Textarea
                ref={text}
                rows={2}
                value={reason}
                maxLength={MAX_UNDO_REASON}
                onChange={({ target }) => setReason(target.value)}
              />
            </Field>
          )}
          <p role="alert" className="text-sm text-danger empty:hidden">
            {failure}
          </p>
          <div className="flex flex-wrap gap-3">
            {!isUndoing && (
              <Button type="button" disabled={isPending} onClick={look} aria-keyshortcuts="s">
                {isPending && <Spinner />}
                {t("afterwards.look")}
              </Button>
            )}
            {isUndoing ? (
              <>
                <Button type="submit" variant="destructive" disabled={isPending}>
                  {isPending && <Spinner />}
                  {t("afterwards.confirm")}
                </Button>
                <Button type="button" variant="outline" onClick={() => setUndoing(false)}>
                  {t("close")}
                </Button>
              </>
            ) : (
              <Button
                type="button"
                variant="outline"
                disabled={isPending}
                onClick={() => setUndoing(true)}
              >
                {t("afterwards.undo")}
              </Button>
            )}
          </div>
        </form>
      )}
    </article>
  );
}
