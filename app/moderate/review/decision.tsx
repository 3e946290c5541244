import { Check, GitMerge, PencilLine, Trash2, X } from "lucide-react";
import { lazy, Suspense, useImperativeHandle, useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { ConfirmDialog } from "../../shared/components/confirm-dialog.tsx";
import { toast } from "../../shared/components/toast.ts";
import { databaseProblem } from "../../shared/data/database-error.ts";
import type { Json } from "../../shared/data/database.types.ts";
import { isDone, useMemberMutation } from "../../shared/data/member-mutation.ts";
import { queryClient } from "../../shared/data/query-client.ts";
import { decide, undoDecision } from "../data/review/decide.ts";
import { jerseyFields } from "../data/review/jersey-fields.ts";
import {
  leaveQueue,
  readAgain,
  type WaitingSubmission,
  type WaitingSuggestion,
} from "../data/review/queue.ts";
import { isPhotoKey, type Verdict, type Verdicts } from "../../shared/domain/suggestion.ts";
import { loadMessages } from "../../shared/i18n/messages.ts";
import { partLabel } from "../../shared/i18n/suggestion-words.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { DecisionBar, type OpenedProps } from "./parts.tsx";
import type { ReasonSubject } from "../components/reason-fields.tsx";
import { ReasonDialog } from "./reason-dialog.tsx";
import { useReviewProblem } from "./use-review-problem.ts";
import { useTitle } from "./use-title.ts";

/** Lazy: few things need it. */
const loadCorrections = () => import("./correct-dialog.tsx");
const CorrectDialog = lazy(loadCorrections);

const ICONS = { merge: GitMerge, removal: Trash2 };

/** What is asked before a decision. A merge or removal is confirmed: one key would do it otherwise. */
type Question = "overwrite" | "departure" | "reason";

/** A decision while it is made. */
interface Draft {
  /** The version that the reviewer had before them: a dialog covers a later one. */
  seen: WaitingSuggestion["seen"];
  /** The keys that are refused; the others are accepted. */
  refused: string[];
  corrections?: Record<string, Json>;
  /** True to replace what has changed since. */
  overwrite?: boolean;
  /** True if a merge or removal was confirmed. */
  isSure?: boolean;
  /** Why something is refused; of a decision on the same once more also why it is accepted. */
  why?: Pick<Verdict, "reason" | "note">;
}

/** Accepts, refuses or corrects what is open, and asks for what the decision needs. */
export function Decision({
  row,
  pending,
  refused,
  conflicts = [],
  correctable = pending,
  isCheck,
  keysRef,
  isGone,
  notice,
  onNext,
  onDecided,
}: Pick<OpenedProps, "isCheck" | "keysRef" | "isGone" | "notice" | "onNext" | "onDecided"> & {
  row: WaitingSubmission | WaitingSuggestion;
  /** The keys of the verdicts. */
  pending: string[];
  /** Those that the reviewer doesn't accept. */
  refused: string[];
  conflicts?: string[];
  correctable?: string[];
}) {
  const { t } = useTranslation(["review", "suggestions", "common"]);
  const lang = useLanguage();
  const problemText = useReviewProblem();
  const titleOf = useTitle();
  const title = titleOf(row);
  const [asking, setAsking] = useState<{ what: Question; draft: Draft }>();
  const [correcting, setCorrecting] = useState<{ seen: Draft["seen"]; isTold?: true }>();
  const isSecond = "is_second" in row.detail && row.detail.is_second;
  const departure = row.kind === "merge" || row.kind === "removal" ? row.kind : undefined;
  const style = isCheck ? "check" : (departure ?? "edit");
  const isUrgent = row.kind === "removal" && row.detail.changes.removal !== null;
  const isPart = refused.length > 0 && refused.length < pending.length;
  const corrected = correctable.filter((key) => !refused.includes(key));
  const isCorrectable = corrected.length > 0 && style === "edit";
  const labels = (keys: string[]) => keys.map((key) => partLabel(key, lang)).join(", ");

  const { mutateAsync, isPending } = useMemberMutation({
    write: (client, { corrections, ...draft }: Draft) =>
      decide(client, {
        row: { id: row.id, seen: draft.seen },
        verdicts: verdictsOf(draft),
        corrections,
      }),
    onSuccess: (batchId, draft) => {
      const isRefused = draft.refused.length === pending.length && pending.length > 0;
      const accepted = draft.refused.length > 0 ? "partly" : (departure ?? "accepted");
      const outcome = isRefused ? "refused" : accepted;
      const checked = isRefused ? "undone" : "check";
      const message = t(`review:done.${isCheck ? checked : outcome}`, {
        title: titleOf(row, draft.corrections),
      });
      // What is urgent is brought back by administrators: the database gives no batch.
      const isFinal = departure && !isRefused && batchId === null;
      onDecided(
        [row.id],
        message,
        isFinal ? undefined : (client) => undoDecision(client, [row.id], batchId),
      );
      leaveQueue([row.id]);
    },
    onError: (error, { corrections, overwrite, why }) => {
      // The dialog of corrections shows its errors beside the fields, unless something else was asked after it.
      const isShown = corrections && !overwrite && !why;
      if (!isShown) toast.error(problemText(error));
      if (isChanged(error)) {
        // The new version comes into view. The fields of a correction show it, beside what is typed.
        setAsking(undefined);
        setCorrecting((former) => former && { ...former, isTold: true });
      }
      // If somebody else decided meanwhile, it stays open, and with it what the reviewer has typed.
      readAgain();
    },
  });

  function verdictsOf({ refused: no, overwrite, why }: Draft): Verdicts {
    return Object.fromEntries(
      pending.map((key) => [
        key,
        no.includes(key)
          ? { accepted: false, ...why }
          : {
              accepted: true,
              ...(isSecond && why?.note && { note: why.note }),
              ...(overwrite && conflicts.includes(key) && { overwrite }),
            },
      ]),
    );
  }

  /** Decides as soon as nothing is left to ask. */
  async function proceed(draft: Draft): Promise<void> {
    if (isPending) return;
    const isReplacing = conflicts.some((key) => !draft.refused.includes(key));
    if (isReplacing && !draft.overwrite) return setAsking({ what: "overwrite", draft });
    const isLeaving = departure !== undefined && draft.refused.length === 0;
    if (isLeaving && !draft.isSure) return setAsking({ what: "departure", draft });
    if ((draft.refused.length > 0 || isSecond) && !draft.why) {
      return setAsking({ what: "reason", draft });
    }
    await mutateAsync(draft);
  }

  async function openCorrections() {
    try {
      await Promise.all([
        loadMessages(lang, ["submit"]),
        loadCorrections(),
        row.target_type === "jersey" && queryClient.fetchQuery(jerseyFields(row.target_id)),
      ]);
      setCorrecting({ seen: row.seen });
    } catch (error) {
      console.error("corrections not opened", error);
      toast.error(t("common:error.generic"));
    }
  }

  /** What is to be confirmed, and what a confirmation adds to the draft. */
  function questionOf(what: Question | undefined) {
    if (what === "overwrite") {
      return {
        title: t("review:overwrite.title"),
        text: t("review:overwrite.text", { parts: labels(conflicts) }),
        confirm: t("review:overwrite.confirm"),
        answer: { overwrite: true },
      };
    }
    return what === "departure" && departure
      ? {
          title: t(`review:departure.${departure}.title`, { title }),
          text: t(isUrgent ? "review:departure.urgent" : `review:departure.${departure}.text`),
          confirm: t(`review:accept.${departure}`),
          answer: { isSure: true },
        }
      : undefined;
  }

  const accept = () => void proceed({ seen: row.seen, refused }).catch(() => {});
  const refuse = () => void proceed({ seen: row.seen, refused: pending });
  const correct = () => void openCorrections();
  useImperativeHandle(keysRef, () =>
    row.is_mine || isGone ? {} : { a: accept, r: refuse, ...(isCorrectable && { e: correct }) },
  );
  const isNone = pending.length > 0 && refused.length === pending.length;
  const question = questionOf(asking?.what);
  const refuseLabel = t(isCheck ? "review:refuse.check" : "review:refuse.edit");
  return (
    <>
      <DecisionBar
        left={isGone ? onNext : undefined}
        says={row.is_mine && t(isSecond ? "review:second" : "review:mine")}
        isBusy={isPending}
        buttons={[
          !isNone && {
            label: t(`review:accept.${isPart ? "some" : style}`),
            Icon: departure ? ICONS[departure] : Check,
            onPress: accept,
            letter: "a",
          },
          { label: refuseLabel, Icon: X, onPress: refuse, letter: "r" },
          isCorrectable && {
            label: t("review:correction.open"),
            Icon: PencilLine,
            onPress: correct,
            letter: "e",
          },
        ]}
        notice={notice}
      />
      {asking && question && (
        <ConfirmDialog
          title={question.title}
          text={question.text}
          confirm={question.confirm}
          cancel={t("review:cancel")}
          close={t("common:close")}
          busy={isPending}
          onConfirm={() => {
            setAsking(undefined);
            proceed({ ...asking.draft, ...question.answer }).catch(() => {});
          }}
          onClose={() => setAsking(undefined)}
        />
      )}
      {asking?.what === "reason" && (
        <ReasonDialog
          draftKey={row.id}
          isReasonAsked={asking.draft.refused.length > 0}
          of={subjectOf(row, asking.draft.refused)}
          isNoteRequired={isSecond && asking.draft.refused.length < pending.length}
          {...(asking.draft.refused.length === 0
            ? {
                title: t("review:again.title", { title }),
                text: t("review:again.text"),
                confirm: t(`review:accept.${style}`),
              }
            : asking.draft.refused.length < pending.length
              ? {
                  title: t("review:refusal.partTitle", { title }),
                  text: t("review:refusal.part", {
                    accepted: labels(pending.filter((key) => !asking.draft.refused.includes(key))),
                    refused: labels(asking.draft.refused),
                  }),
                  confirm: t("review:accept.some"),
                }
              : {
                  title: t(`review:refusal.${isCheck ? "checkTitle" : "title"}`, { title }),
                  // An undoing has its reason in the history.
                  text: [t("review:refusal.text"), isCheck && t("suggestions:reason.public")]
                    .filter(Boolean)
                    .join(" "),
                  confirm: refuseLabel,
                })}
          busy={isPending}
          onConfirm={({ reason, note }) =>
            isDone(
              proceed({
                ...asking.draft,
                why: { ...(reason && { reason }), ...(note && { note }) },
              }),
            )
          }
          onClose={() => setAsking(undefined)}
        />
      )}
      {correcting && (
        <Suspense fallback={null}>
          <CorrectDialog
            row={row}
            fields={corrected}
            title={title}
            text={t("review:correction.text")}
            send={t("review:correction.send")}
            busy={isPending}
            onSend={(corrections) =>
              proceed({
                seen: correcting.isTold ? row.seen : correcting.seen,
                ...{ refused, corrections },
              })
            }
            onClose={() => setCorrecting(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}

/** Whether a decision failed because what waits was changed since it was read. */
const isChanged = (error: unknown): boolean =>
  ["jersey_changed_meanwhile", "suggestion_changed"].includes(databaseProblem(error).message ?? "");

/** What is refused, for the reasons that fit it: of photos all do. */
function subjectOf(
  { kind }: WaitingSubmission | WaitingSuggestion,
  refused: string[],
): ReasonSubject | undefined {
  if (kind === "new") return "submission";
  if (kind === "merge" || kind === "removal") return "departure";
  return refused.some(isPhotoKey) ? undefined : "facts";
}
