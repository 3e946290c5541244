import { type ReactNode, type SubmitEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "../../components/ui/button.tsx";
import { Dialog, DialogActions, DialogClose, DialogContent } from "../../components/ui/dialog.tsx";
import { Field } from "../../components/ui/field.tsx";
import { Textarea } from "../../components/ui/input.tsx";
import { Spinner } from "../../components/ui/spinner.tsx";
import { useSessionDraft } from "../../components/use-session-draft.ts";
import { MAX_NOTE } from "../../domain/rules/member-rules.ts";
import { tidy } from "../../domain/rules/text.ts";
import { type Refusal, REFUSALS } from "../../domain/suggestion.ts";

/** Why something is refused. */
export interface Refusing {
  reason: Refusal;
  note?: string;
}

/** A dialog for the reason of a refusal; words may be added. */
export function ReasonDialog({
  draftKey,
  title,
  text,
  confirm,
  busy,
  onConfirm,
  onClose,
}: {
  draftKey: string;
  title: string;
  text: ReactNode[];
  confirm: string;
  busy: boolean;
  /** Resolves to true if the decision was saved. */
  onConfirm: (refusal: Refusing) => Promise<boolean>;
  onClose: () => void;
}) {
  const { t } = useTranslation(["review", "suggestions"]);
  const first = useRef<HTMLInputElement>(null);
  const [reason, setReason] = useState<Refusal>();
  const [wasSent, setSent] = useState(false);
  return (
    <NoteDialog
      draftKey={draftKey}
      title={title}
      text={text}
      label={t("review:refusal.note")}
      missing={reason === "other" && t("review:refusal.noteMissing")}
      confirm={confirm}
      busy={busy}
      onConfirm={async (note) => {
        setSent(true);
        if (!reason) first.current?.focus();
        return reason !== undefined && onConfirm({ reason, ...(note && { note }) });
      }}
      onClose={onClose}
    >
      <fieldset className="grid gap-1">
        <legend className="mb-1 text-sm font-semibold">{t("review:refusal.reason")}</legend>
        <div className="grid sm:grid-cols-2">
          {REFUSALS.map((choice, index) => (
            <label key={choice} className="flex min-h-11 items-center gap-3">
              <input
                ref={index === 0 ? first : undefined}
                type="radio"
                name="reason"
                checked={reason === choice}
                onChange={() => setReason(choice)}
                className="size-5 shrink-0 accent-ink"
              />
              {t(`suggestions:reasons.${choice}`)}
            </label>
          ))}
        </div>
        <p role="alert" className="text-sm text-danger empty:hidden">
          {wasSent && !reason && t("review:refusal.reasonMissing")}
        </p>
      </fieldset>
    </NoteDialog>
  );
}

/** A dialog for the note of a decision. */
export function NoteDialog({
  draftKey,
  title,
  text = [],
  label,
  help,
  missing,
  confirm,
  busy,
  children,
  onConfirm,
  onClose,
}: {
  /** Key of the stored draft. */
  draftKey: string;
  title: string;
  text?: ReactNode[];
  label: string;
  help?: string;
  /** What is said without a note; false if it needs none. */
  missing: string | false;
  confirm: string;
  busy: boolean;
  /** Above the note. */
  children?: ReactNode;
  /** Resolves to true if the decision was saved. */
  onConfirm: (note: string) => Promise<boolean>;
  onClose: () => void;
}) {
  const { t } = useTranslation("review");
  const field = useRef<HTMLTextAreaElement>(null);
  const [note, setNote, forget] = useSessionDraft(`review.${draftKey}`, "");
  const [wasSent, setSent] = useState(false);
  const isMissing = missing !== false && tidy(note) === "";

  function onSubmit(event: SubmitEvent) {
    event.preventDefault();
    setSent(true);
    if (isMissing) field.current?.focus();
    else if (!busy) void onConfirm(tidy(note)).then((isSaved) => isSaved && forget());
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={title}
        description={
          text.some(Boolean) &&
          text.filter(Boolean).map((line, n) => (
            <span key={n} className="block">
              {line}
            </span>
          ))
        }
        closeLabel={t("close")}
        className="scroll-pb-28"
      >
        <form onSubmit={onSubmit} noValidate className="grid gap-4">
          {children}
          <Field
            label={label}
            help={help}
            required={missing !== false}
            error={wasSent && isMissing && missing}
          >
            <Textarea
              ref={field}
              rows={3}
              value={note}
              maxLength={MAX_NOTE}
              onChange={(event) => setNote(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
                  event.currentTarget.form?.requestSubmit();
                }
              }}
            />
          </Field>
          <DialogActions>
            <DialogClose asChild>
              <Button variant="outline">{t("cancel")}</Button>
            </DialogClose>
            <Button type="submit" disabled={busy}>
              {busy && <Spinner />}
              {confirm}
            </Button>
          </DialogActions>
        </form>
      </DialogContent>
    </Dialog>
  );
}
