import { type SubmitEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useLocation, useNavigate } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { afterClosing } from "../../shared/browser/overlay-history.ts";
import { toast } from "../../shared/components/toast.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Dialog, DialogActions, DialogClose, DialogContent } from "../../shared/ui/dialog.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Textarea } from "../../shared/ui/input.tsx";
import { Select } from "../../shared/ui/select.tsx";
import { useTabDraft } from "../../shared/components/use-tab-draft.ts";
import { undoNext } from "../data/history/undo.ts";
import { useMemberMutation } from "../../shared/data/member-mutation.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { mergingKeys } from "../data/merging/keys.ts";
import {
  type Leaving,
  mergeEffects,
  mergeOrRemove,
  REASONS,
  suggestDeparture,
  URGENCIES,
} from "../data/merging/merging.ts";
import { reviewKeys } from "../data/review/keys.ts";
import { suggestionKeys } from "../../contribute/data/suggestions/keys.ts";
import { useProblemText } from "../../shared/data/problem-words.ts";
import { tidy } from "../../shared/domain/rules/text.ts";
import { isSource, MAX_SOURCE } from "../../shared/domain/suggestion.ts";
import { formatNumber } from "../../shared/i18n/format.ts";
import {
  chosenReason,
  PRESET_REASONS,
  type PresetReason,
} from "../../shared/i18n/preset-reasons.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import ComparedJerseys from "./compared-jerseys.tsx";
import { MergeTargetField } from "./merge-target-field.tsx";

/** Queries that show other things after a merge or removal, or after its undoing. */
const LISTS = [mergingKeys.all, reviewKeys.all, suggestionKeys.all];

const KINDS = ["merge", "removal"] as const;
const EFFECTS = ["votes", "collections", "comments", "photos"] as const;

/** A reviewer merges a jersey into another one or removes it; others suggest it. Needs the texts `merging`, `suggestions` and `jersey`. */
export default function MergingDialog({
  leaving,
  isDecision,
  onDone,
  onClose,
}: {
  leaving: Leaving;
  /** False for a suggestion. */
  isDecision: boolean;
  /** Called when the jersey is merged or removed. */
  onDone?: (() => void) | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation("merging");
  const lang = useLanguage();
  const problemText = useProblemText("suggestions:errors");
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  /** Loads the jersey's page anew, from wherever the reviewer is. Lists follow by themselves. */
  const goToPage = () => {
    if (leaving.kind) return;
    afterClosing(() => void navigate(pathname + search, { replace: true }));
  };
  const reasonField = useRef<HTMLTextAreaElement>(null);
  const targetField = useRef<HTMLInputElement>(null);
  const { jerseyId } = leaving;
  const [kind, setKind] = useState(leaving.kind ?? "merge");
  const [intoId, setIntoId] = useState(leaving.intoId);
  const [urgency, setUrgency] = useState<(typeof URGENCIES)[number]>();
  const [reason, setReason, forget] = useTabDraft("merging", jerseyId, "");
  const [wasSent, setSent] = useState(false);
  const [failure, setFailure] = useState<string>();
  const isMerge = kind === "merge";
  const isUrgent = !isMerge && urgency !== undefined;
  const presets = PRESET_REASONS[lang];
  const former = chosenReason(reason);
  const preset = REASONS[kind].find((known) => known === former?.key);
  const { mutate: bringBack } = useMemberMutation({
    write: (client, batchId: string) => undoNext(client, { batch_id: batchId }, presets.mistake),
    invalidates: LISTS,
    onSuccess: ({ undone }) => {
      if (undone === 0) return toast.error(t("stays"));
      toast.success(t("back"));
      goToPage();
    },
    onError: (error) => toast.error(problemText(error)),
  });
  const { mutate, isPending } = useMemberMutation({
    write: async (client) => {
      const departure = {
        ...leaving,
        intoId: isMerge ? intoId : undefined,
        reason: tidy(reason),
        urgency: isMerge ? undefined : urgency,
      };
      if (isDecision) return mergeOrRemove(client, departure);
      await suggestDeparture(client, departure);
      return undefined;
    },
    invalidates: LISTS,
    onSuccess: (batchId) => {
      forget();
      if (batchId) onDone?.();
      // At once: a navigation waits for dialogs that are gone.
      flushSync(onClose);
      if (!batchId) return toast.success(t("suggested"));
      // For an urgent one, an administrator goes to its page.
      toast.success(
        t(`${kind}.done`),
        !isUrgent ? { label: t("undo"), onClick: () => bringBack(batchId) } : undefined,
      );
      // It leads to the one that stays, or says that it was removed.
      goToPage();
    },
    onError: (error) => setFailure(problemText(error)),
  });

  /** The words of the reason take the place of those of another one, also in a draft; own words stay. */
  function onPreset(chosen: PresetReason | undefined) {
    const own = former ? reason.slice(former.words.length).trim() : reason;
    setReason([chosen && presets[chosen], own].filter(Boolean).join(" "));
    setUrgency(URGENCIES.find((known) => known === chosen));
  }

  function onSubmit(event: SubmitEvent) {
    event.preventDefault();
    setFailure(undefined);
    setSent(true);
    if (isMerge && !intoId) targetField.current?.focus();
    else if (!isSource(reason)) reasonField.current?.focus();
    else mutate();
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t(leaving.kind ? `${kind}.kind` : isDecision ? "title" : "suggestTitle")}
        description={t(isDecision ? (isUrgent ? "textUrgent" : "text") : "suggestText")}
        closeLabel={t("close")}
        // The scroll padding keeps a focused field clear of the sticky buttons.
        className="scroll-pb-28"
      >
        <form noValidate onSubmit={onSubmit} className="grid grid-cols-1 gap-4">
          {!leaving.kind && (
            <Field label={t("kind")}>
              <Select
                value={kind}
                onChange={({ target: { value } }) => {
                  onPreset(undefined);
                  setKind(KINDS.find((known) => known === value) ?? "merge");
                }}
              >
                {KINDS.map((value) => (
                  <option key={value} value={value}>
                    {t(`${value}.kind`)}
                  </option>
                ))}
              </Select>
            </Field>
          )}
          {isMerge && !leaving.intoId && (
            <MergeTargetField
              jerseyId={jerseyId}
              chosen={intoId}
              onChoose={setIntoId}
              error={wasSent && !intoId ? t("intoMissing") : undefined}
              fieldRef={targetField}
            />
          )}
          {isMerge && intoId && <ComparedJerseys goes={jerseyId} stays={intoId} />}
          <Field label={t("preset")}>
            <Select
              value={preset ?? ""}
              onChange={({ target: { value } }) =>
                onPreset(REASONS[kind].find((known) => known === value))
              }
            >
              <option value="">{t("presetNone")}</option>
              {REASONS[kind].map((value) => (
                <option key={value} value={value}>
                  {presets[value]}
                </option>
              ))}
            </Select>
          </Field>
          <Field
            label={t("words")}
            required
            help={t(isDecision ? "wordsHelp" : "suggestWordsHelp")}
            error={wasSent && !isSource(reason) ? t("wordsMissing") : undefined}
          >
            <Textarea
              ref={reasonField}
              value={reason}
              maxLength={MAX_SOURCE}
              onChange={(event) => setReason(event.target.value)}
            />
          </Field>
          {!isMerge && (
            <Field label={t("urgency")} help={t("urgencyHelp")}>
              <Select
                value={urgency ?? ""}
                onChange={({ target: { value } }) =>
                  setUrgency(URGENCIES.find((known) => known === value))
                }
              >
                <option value="">{t("urgencies.none")}</option>
                {URGENCIES.map((value) => (
                  <option key={value} value={value}>
                    {t(`urgencies.${value}`)}
                  </option>
                ))}
              </Select>
            </Field>
          )}
          {isDecision && <Effects jerseyId={jerseyId} isMerge={isMerge} />}
          <p role="alert" className="text-sm text-danger empty:hidden">
            {failure}
          </p>
          <DialogActions>
            <DialogClose asChild>
              <Button variant="outline">{t("cancel")}</Button>
            </DialogClose>
            <Button type="submit" busy={isPending}>
              {t(isDecision ? `${kind}.action` : "send")}
            </Button>
          </DialogActions>
        </form>
      </DialogContent>
    </Dialog>
  );
}

/** What the jersey has, which a merge moves and a removal hides. */
function Effects({ jerseyId, isMerge }: { jerseyId: string; isMerge: boolean }) {
  const { t } = useTranslation("merging");
  const lang = useLanguage();
  const { data: effects } = useMemberQuery(mergeEffects(jerseyId));
  if (!effects) return null;
  return (
    <section className="grid gap-2 rounded-xl bg-surface p-4 text-sm">
      <h3 className="font-semibold">{t("effects.title")}</h3>
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1">
        {/* Those of a merge are shown beside both jerseys. */}
        {EFFECTS.filter((effect) => effect !== "photos" || !isMerge).map((effect) => (
          <div key={effect} className="contents">
            <dt className="text-muted">{t(`effects.${effect}`)}</dt>
            <dd className="text-right">
              {effects[effect] === null ? t("effects.few") : formatNumber(effects[effect], lang)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
