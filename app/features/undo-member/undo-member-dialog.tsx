import { type SubmitEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { Button } from "../../components/ui/button.tsx";
import { Dialog, DialogClose, DialogContent } from "../../components/ui/dialog.tsx";
import { Field } from "../../components/ui/field.tsx";
import { Textarea } from "../../components/ui/input.tsx";
import { Select } from "../../components/ui/select.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { Spinner } from "../../components/ui/spinner.tsx";
import {
  type KeptChange,
  type Period,
  PERIODS,
  type PreviewedChange,
  sinceOf,
  undoPreview,
} from "../../data/history/undo-member.ts";
import { useMemberQuery } from "../../data/member-query.ts";
import { type NamedTarget, targetName, targetPath } from "../../data/suggestions/targets.ts";
import { isUndoReason, MAX_UNDO_REASON } from "../../domain/suggestion.ts";
import { tidy } from "../../domain/rules/text.ts";
import { fieldLabel } from "../../i18n/suggestion-words.ts";
import { formatDateTime } from "../../i18n/format.ts";
import { useLanguage } from "../../i18n/use-language.ts";
import { useUndoMember } from "./use-undo-member.ts";

/** Undoes what a member changed: shows what goes back and what stays, asks why, then does it. */
export default function UndoMemberDialog({
  member,
  onClose,
}: {
  member: { id: string; name: string };
  onClose: () => void;
}) {
  const { t } = useTranslation("suggestions");
  const undoing = useUndoMember(member.id);
  const { progress, isDone } = undoing;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t("undoMember.title", { name: member.name })}
        description={isDone ? undefined : t("undoMember.text")}
        closeLabel={t("close")}
      >
        {isDone ? (
          <div className="grid grid-cols-1 gap-4">
            <p role="status" className="font-semibold">
              {t("undoMember.done", { count: progress.undone })}
            </p>
            <Kept changes={progress.kept} />
            <DialogClose asChild>
              <Button className="justify-self-end">{t("close")}</Button>
            </DialogClose>
          </div>
        ) : (
          <UndoForm memberId={member.id} undoing={undoing} />
        )}
      </DialogContent>
    </Dialog>
  );
}

function UndoForm({
  memberId,
  undoing,
}: {
  memberId: string;
  undoing: ReturnType<typeof useUndoMember>;
}) {
  const { t } = useTranslation("suggestions");
  const text = useRef<HTMLTextAreaElement>(null);
  const [period, setPeriod] = useState<{ name: Period; since: string | undefined }>(() => ({
    name: "week",
    since: sinceOf("week", Date.now()),
  }));
  const [reason, setReason] = useState("");
  const [isMissing, setMissing] = useState(false);
  const { data: preview, isError, refetch } = useMemberQuery(undoPreview(memberId, period.since));
  const { progress, isRunning, isInterrupted, failure } = undoing;
  const isStarted = isRunning || isInterrupted;
  const back = preview?.revisions.filter((change) => change.back.length > 0) ?? [];
  const stay = preview?.revisions.filter(({ stays }) => Object.keys(stays).length > 0) ?? [];
  const rest = preview ? preview.total - preview.examined : 0;

  function onSubmit(event: SubmitEvent) {
    event.preventDefault();
    setMissing(!isUndoReason(reason));
    if (isUndoReason(reason)) undoing.start({ since: period.since, reason: tidy(reason) });
    else text.current?.focus();
  }

  return (
    <form noValidate onSubmit={onSubmit} className="grid grid-cols-1 gap-4">
      <Field label={t("undoMember.period")}>
        <Select
          value={period.name}
          disabled={isStarted}
          onChange={({ target }) => {
            const name = PERIODS.find((known) => known === target.value) ?? "week";
            setPeriod({ name, since: sinceOf(name, Date.now()) });
          }}
        >
          {PERIODS.map((name) => (
            <option key={name} value={name}>
              {t(`undoMember.periods.${name}`)}
            </option>
          ))}
        </Select>
      </Field>
      {!preview && !isError && <Skeleton className="h-32" />}
      {!preview && isError && (
        <p className="flex flex-wrap items-center gap-3">
          {t("undoMember.loadFailed")}
          <Button variant="outline" size="sm" onClick={() => void refetch()}>
            {t("retry")}
          </Button>
        </p>
      )}
      {preview && !isStarted && (
        <div className="grid grid-cols-1 gap-3">
          <p role="status" className="font-semibold">
            {back.length === 0 && rest === 0
              ? t("undoMember.nothing")
              : t("undoMember.back", { count: back.length })}
          </p>
          {rest > 0 && (
            <p className="text-sm text-muted">{t("undoMember.rest", { count: rest })}</p>
          )}
          <ChangeList changes={back} />
          <Kept changes={stay} />
        </div>
      )}
      <Field
        label={t("undo.reason")}
        required
        error={isMissing && !isUndoReason(reason) && t("undo.reasonRequired")}
      >
        <Textarea
          ref={text}
          rows={3}
          value={reason}
          disabled={isStarted}
          maxLength={MAX_UNDO_REASON}
          onChange={({ target }) => setReason(target.value)}
        />
      </Field>
      {isStarted && (
        <p role="status" className="text-sm">
          {t("undoMember.running", { count: progress.undone })}
        </p>
      )}
      <p role="alert" className="text-sm text-danger empty:hidden">
        {failure}
      </p>
      <div className="flex flex-wrap justify-end gap-3">
        <DialogClose asChild>
          <Button variant="outline">{t("close")}</Button>
        </DialogClose>
        <Button
          type="submit"
          variant="destructive"
          disabled={isRunning || !preview || (!isInterrupted && back.length === 0 && rest === 0)}
        >
          {isRunning && <Spinner />}
          {t(isInterrupted ? "undoMember.goOn" : "undoMember.confirm")}
        </Button>
      </div>
    </form>
  );
}

type Named<Change> = Change & { target: NamedTarget | null };

/** What would go back, newest first. */
function ChangeList({ changes }: { changes: Named<PreviewedChange>[] }) {
  const lang = useLanguage();
  if (changes.length === 0) return null;
  return (
    <ul className="grid max-h-56 grid-cols-1 gap-2 overflow-y-auto text-sm" tabIndex={0}>
      {changes.map((change) => (
        <li key={change.id} className="border-t border-line pt-2">
          <PageName change={change} />
          <span className="block text-muted">
            {formatDateTime(change.at, lang)} ·{" "}
            {change.back.map((field) => fieldLabel(field, lang)).join(", ")}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** What stays, and why. */
function Kept({ changes }: { changes: Named<KeptChange>[] }) {
  const { t } = useTranslation("suggestions");
  const lang = useLanguage();
  if (changes.length === 0) return null;
  return (
    <section className="grid grid-cols-1 gap-2 text-sm">
      <h3 className="font-semibold">{t("undoMember.stays")}</h3>
      <ul className="grid max-h-56 grid-cols-1 gap-2 overflow-y-auto" tabIndex={0}>
        {changes.map((change) => (
          <li key={change.id} className="border-t border-line pt-2">
            <PageName change={change} />
            {Object.entries(change.stays).map(([field, why]) => (
              <span key={field} className="block text-muted">
                {t("undoMember.why", {
                  field: fieldLabel(field, lang),
                  why: t(`undoMember.reasons.${why}`),
                })}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The page, with its link. */
function PageName({ change }: { change: Named<KeptChange> }) {
  const { t } = useTranslation("suggestions");
  const lang = useLanguage();
  const { target, title } = change;
  if (!target) return <span className="break-words">{title ?? t("undoMember.noPage")}</span>;
  return (
    <Link
      to={targetPath(target, lang)}
      className="break-words underline decoration-control underline-offset-4 hover:decoration-ink"
    >
      {targetName(target, lang)}
    </Link>
  );
}
