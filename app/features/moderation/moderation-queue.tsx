import { CheckCheck } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import { Trans, useTranslation } from "react-i18next";

import { Button } from "../../components/ui/button.tsx";
import { EmptyState } from "../../components/ui/empty-state.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import type { Leaving } from "../../data/merging/merging.ts";
import { moderationQueue, type QueuedJersey } from "../../data/moderation/queue.ts";
import { useMemberQuery } from "../../data/member-query.ts";
import { toast } from "../../components/toast.ts";
import { loadMessages } from "../../i18n/messages.ts";
import { useLanguage } from "../../i18n/use-language.ts";
import { DecisionMessage } from "./decision-message.tsx";
import { JerseyReview } from "./jersey-review.tsx";
import { PartsDialog } from "./parts-dialog.tsx";
import { RejectDialog } from "./reject-dialog.tsx";
import { useDecide } from "./use-decide.ts";
import { useQueueKeys } from "./use-queue-keys.ts";
import { useUndo } from "./use-undo.ts";

/** Lazy: few jerseys need it. */
const loadCorrections = () => import("./correct-dialog.tsx");
const CorrectDialog = lazy(loadCorrections);

const PAGE = 20;

/** The moderation queue as a list of reviews. */
export function ModerationQueue({
  isAdmin,
  onMergeOrRemove,
}: {
  isAdmin: boolean;
  onMergeOrRemove: (leaving: Leaving) => void;
}) {
  const { t } = useTranslation(["admin", "common"]);
  const [length, setLength] = useState(PAGE);
  const queue = useMemberQuery(moderationQueue(length));
  const lang = useLanguage();
  const { undo, undoable, remember } = useUndo({ onUndo: () => forget() });
  const { take, takeParts, correct, decided, forget, busyId } = useDecide({ onApproved: remember });
  const [correctingId, setCorrectingId] = useState<string>();
  const [rejecting, setRejecting] = useState<QueuedJersey>();
  const [dividing, setDividing] = useState<QueuedJersey>();
  const jerseys = queue.data?.jerseys ?? [];
  // A rejection is confirmed without a button: Undo would be about an approval before it.
  const isRejection = decided?.decision === "rejected";
  const correcting = jerseys.find(({ id }) => id === correctingId);

  function onMerge({ id: jerseyId, status, images }: QueuedJersey, intoId: string) {
    const seen = status === "pending" && { seen: images.map(({ version }) => version) };
    onMergeOrRemove({ ...{ kind: "merge", jerseyId, intoId }, ...seen });
  }

  async function openCorrections(jersey: QueuedJersey) {
    try {
      await Promise.all([loadMessages(lang, ["submit"]), loadCorrections()]);
      setCorrectingId(jersey.id);
    } catch (error) {
      console.error("corrections not opened", error);
      toast.error(t("admin:correction.failed"));
    }
  }

  if (queue.isPending) return <QueueSkeleton />;
  if (queue.isError && !queue.data) {
    return (
      <EmptyState
        title={t("admin:queue.loadFailed")}
        action={<Button onClick={() => void queue.refetch()}>{t("common:error.retry")}</Button>}
      />
    );
  }
  const { count } = queue.data;
  return (
    <div className="grid gap-6">
      <DecisionMessage
        decided={
          undoable && !isRejection && undoable.id !== decided?.jersey.id
            ? { jersey: undoable, decision: "approved" }
            : decided
        }
        onUndo={isRejection ? undefined : undo}
      />
      {count === 0 ? (
        <EmptyState icon={<CheckCheck aria-hidden />} title={t("admin:queue.empty")}>
          {t("admin:queue.emptyText")}
        </EmptyState>
      ) : (
        <>
          <header className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
            <h2 className="heading text-xl" aria-live="polite">
              {t("admin:queue.count", { count })}
            </h2>
            <KeyHelp />
          </header>
          <QueueList
            jerseys={jerseys}
            busyId={busyId}
            isAdmin={isAdmin}
            onApprove={(jersey) => void take(jersey, "approved")}
            onCorrect={(jersey) => void openCorrections(jersey)}
            onReject={setRejecting}
            onDivide={setDividing}
            onMerge={onMerge}
          />
          {count > jerseys.length && (
            <Button
              variant="outline"
              disabled={queue.isFetching}
              onClick={() => setLength(length + PAGE)}
              className="justify-self-center"
            >
              {t("admin:queue.more")}
            </Button>
          )}
        </>
      )}
      {correcting && (
        <Suspense fallback={null}>
          <CorrectDialog
            jersey={correcting}
            busy={busyId === correcting.id}
            onApprove={async (corrections) => {
              await correct(correcting, corrections);
              setCorrectingId(undefined);
            }}
            onClose={() => setCorrectingId(undefined)}
          />
        </Suspense>
      )}
      {rejecting && (
        <RejectDialog
          jerseyId={rejecting.id}
          title={t(rejecting.edit ? "admin:edit.refuseTitle" : "admin:rejection.title", {
            title: rejecting.title,
          })}
          confirm={t(rejecting.edit ? "admin:edit.refuse" : "admin:rejection.confirm")}
          busy={busyId === rejecting.id}
          onReject={async (note) => {
            const done = await take(rejecting, "rejected", note);
            if (done) setRejecting(undefined);
            return done;
          }}
          onClose={() => setRejecting(undefined)}
        />
      )}
      {dividing && (
        <PartsDialog
          jersey={dividing}
          busy={busyId === dividing.id}
          onDecide={async (refused, note) => {
            const done = await takeParts(dividing, refused, note);
            if (done) setDividing(undefined);
            return done;
          }}
          onClose={() => setDividing(undefined)}
        />
      )}
    </div>
  );
}

function QueueList({
  jerseys,
  busyId,
  isAdmin,
  onApprove,
  onCorrect,
  onReject,
  onDivide,
  onMerge,
}: {
  jerseys: QueuedJersey[];
  busyId: string | undefined;
  isAdmin: boolean;
  onApprove: (jersey: QueuedJersey) => void;
  onCorrect: (jersey: QueuedJersey) => void;
  onReject: (jersey: QueuedJersey) => void;
  onDivide: (jersey: QueuedJersey) => void;
  onMerge: (jersey: QueuedJersey, into: string) => void;
}) {
  const list = useRef<HTMLOListElement>(null);
  const current = useQueueKeys(list, jerseys, { onApprove, onCorrect, onReject });
  return (
    <ol ref={list} className="grid gap-6">
      {jerseys.map((jersey) => (
        <li key={jersey.id}>
          <JerseyReview
            jersey={jersey}
            isCurrent={jersey === current}
            busy={busyId === jersey.id}
            isAdmin={isAdmin}
            onApprove={() => onApprove(jersey)}
            onCorrect={() => onCorrect(jersey)}
            onReject={() => onReject(jersey)}
            onDivide={() => onDivide(jersey)}
            onMerge={(into) => onMerge(jersey, into)}
          />
        </li>
      ))}
    </ol>
  );
}

/** Help for the keyboard, shown on devices with a fine pointer, which usually have one. */
function KeyHelp() {
  const { t } = useTranslation("admin");
  const keys = ["j", "k", "down", "up", "a", "r", "c", "u"].map((key) => (
    <kbd
      key={key}
      className="rounded border border-control bg-raised px-1.5 py-0.5 font-sans text-xs font-semibold"
    />
  ));
  return (
    <p className="hidden text-sm text-muted pointer-fine:block">
      <Trans t={t} i18nKey="queue.keys" components={keys} />
    </p>
  );
}

export function QueueSkeleton() {
  return (
    <div className="grid gap-6">
      <Skeleton className="h-7 w-56" />
      <Skeleton className="h-96 rounded-2xl" />
    </div>
  );
}
