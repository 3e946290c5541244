import { type SubmitEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useLocation, useNavigate } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { afterClosing } from "../../shared/browser/overlay-history.ts";
import { toast } from "../../shared/components/toast.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Dialog, DialogActions, DialogClose, DialogContent } from "../../shared/ui/dialog.tsx";
import { Field } from "../../shared/ui/field.tsx";
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
  suggestDeparture,
} from "../data/merging/merging.ts";
import { reviewKeys } from "../data/review/keys.ts";
import type { Settled } from "../data/review/reports.ts";
import { JerseyField } from "../../jersey/components/jersey-field.tsx";
import { foundKeys } from "../../jersey/data/found-jerseys.ts";
import { suggestionKeys } from "../../contribute/data/suggestions/keys.ts";
import { useProblemText } from "../../shared/data/problem-words.ts";
import { type Reason, SOURCE } from "../../shared/domain/suggestion.ts";
import { formatNumber } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { asText, type GivenReason, isGiven, ReasonFields } from "../components/reason-fields.tsx";
import ComparedJerseys from "./compared-jerseys.tsx";

/** Queries that show other things after a merge or removal, or after its undoing. */
const LISTS = [mergingKeys.all, foundKeys.all, reviewKeys.all, suggestionKeys.all];

const KINDS = ["merge", "removal"] as const;
const EFFECTS = ["votes", "collections", "comments", "photos"] as const;

/** A reviewer merges a jersey into another one or removes it; others suggest it. Needs the texts `merging`, `jerseyField`, `suggestions` and `jersey`. */
export default function MergingDialog({
  leaving,
  isDecision,
  onDone,
  onClose,
}: {
  leaving: Leaving;
  /** False for a suggestion. */
  isDecision: boolean;
  /** Called when the jersey is merged or removed, in place of a message with its undo. */
  onDone?: ((left: Settled, kind: "merge" | "removal") => void) | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation(["merging", "common", "suggestions", "jersey"]);
  const problemText = useProblemText("suggestions:errors");
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  /** Loads the jersey's page anew. Lists follow by themselves, and have `onDone`. */
  const goToPage = () => afterClosing(() => void navigate(pathname + search, { replace: true }));
  const targetField = useRef<HTMLInputElement>(null);
  const { jerseyId } = leaving;
  const [kind, setKind] = useState(leaving.kind ?? "merge");
  const [intoId, setIntoId] = useState(leaving.intoId);
  const [note, setNote, forget] = useTabDraft("merging", jerseyId, "");
  const [chosen, setChosen] = useState<GivenReason["reason"]>();
  const [wasSent, setSent] = useState(false);
  const [failure, setFailure] = useState<string>();
  const isMerge = kind === "merge";
  // Two of the same are the reason for which jerseys are merged.
  const reason = chosen ?? (isMerge ? ("duplicate" as const) : leaving.preset);
  const given = { ...(reason && { reason }), note };
  const isUrgent = !isMerge && reason === "offensive";
  // Members say in words what reviewers can't see.
  const asked = { fewest: isDecision ? (reason === "other" ? SOURCE.min : 0) : SOURCE.min };
  const { mutate: bringBack } = useMemberMutation({
    write: (client, batchId: string) =>
      undoNext(client, { batch_id: batchId }, "wrong" satisfies Reason),
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
        reason: asText(given),
        urgency: isUrgent ? ("offensive" as const) : undefined,
      };
      if (isDecision) return mergeOrRemove(client, departure);
      await suggestDeparture(client, departure);
      return undefined;
    },
    invalidates: LISTS,
    onSuccess: (left) => {
      forget();
      // At once: a navigation waits for dialogs that are gone.
      flushSync(onClose);
      if (!left) return toast.success(t("suggestions:sent"));
      if (onDone) return onDone(left, kind);
      const { batch_id: batchId } = left;
      // For an urgent one, an administrator goes to its page.
      toast.success(
        t(`${kind}.done`),
        batchId && !isUrgent
          ? { label: t("common:action.undo"), onClick: () => bringBack(batchId) }
          : undefined,
      );
      // It leads to the one that stays, or says that it was removed.
      goToPage();
    },
    onError: (error) => setFailure(problemText(error)),
  });

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setFailure(undefined);
    setSent(true);
    if (isMerge && !intoId) targetField.current?.focus();
    else if (isGiven(given, asked, event.currentTarget)) mutate();
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t(leaving.kind ? `${kind}.kind` : isDecision ? "title" : "jersey:merging.suggest")}
        description={t(isDecision ? (isUrgent ? "textUrgent" : "text") : "suggestText")}
        closeLabel={t("common:close")}
        // The scroll padding keeps a focused field clear of the sticky buttons.
        className="scroll-pb-28"
      >
        <form noValidate onSubmit={onSubmit} className="grid grid-cols-1 gap-4">
          {!leaving.kind && (
            <Field label={t("kind")}>
              <Select
                value={kind}
                onChange={({ target: { value } }) => {
                  setChosen(undefined);
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
            <JerseyField
              label={t("into")}
              required
              without={jerseyId}
              chosen={intoId}
              onChoose={(jersey) => setIntoId(jersey?.id)}
              error={wasSent && !intoId ? t("intoMissing") : undefined}
              fieldRef={targetField}
            />
          )}
          {isMerge && intoId && <ComparedJerseys goes={jerseyId} stays={intoId} />}
          <ReasonFields
            of={isMerge ? "merge" : undefined}
            given={given}
            onChange={(next) => {
              setChosen(next.reason);
              setNote(next.note);
            }}
            wasSent={wasSent}
            help={t(isDecision ? "suggestions:reason.public" : "suggestWordsHelp")}
            {...asked}
          />
          {isDecision && <Effects jerseyId={jerseyId} isMerge={isMerge} />}
          <DialogActions failure={failure}>
            <DialogClose asChild>
              <Button variant="outline">{t("common:action.cancel")}</Button>
            </DialogClose>
            <Button type="submit" busy={isPending}>
              {t(isDecision ? `${kind}.action` : "suggestions:send")}
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
