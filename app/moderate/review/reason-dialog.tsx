import { type SubmitEvent, useRef, useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { Dialog, DialogActions, DialogClose, DialogContent } from "../../shared/ui/dialog.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Textarea } from "../../shared/ui/input.tsx";
import { useTabDraft } from "../../shared/components/use-tab-draft.ts";
import { tidy } from "../../shared/domain/rules/text.ts";
import type { Refusal } from "../../shared/domain/suggestion.ts";

/** A note with the name of its reason, as the reason of an undoing (`undo()`), has 500 characters at most. */
const MAX_NOTE = 480;

/** A dialog for the reason of a refusal, or for the note of a settled report. */
export function ReasonDialog({
  draftKey,
  title,
  text,
  reasons = [],
  preset,
  isNoteRequired = false,
  confirm,
  busy,
  onConfirm,
  onClose,
}: {
  /** Key of the stored draft. */
  draftKey: string;
  title: string;
  /** Who reads it. */
  text: string;
  /** One of them is to be chosen, if there are any. */
  reasons?: readonly Refusal[];
  /** The one that is chosen at first. */
  preset?: Refusal;
  isNoteRequired?: boolean;
  confirm: string;
  busy: boolean;
  /** Resolves to true if the decision was saved. */
  onConfirm: (note: string, reason: Refusal | undefined) => Promise<boolean>;
  onClose: () => void;
}) {
  const { t } = useTranslation(["review", "suggestions"]);
  const first = useRef<HTMLInputElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const [note, setNote, forget] = useTabDraft("review", draftKey, "");
  const [reason, setReason] = useState(preset);
  const [wasSent, setSent] = useState(false);
  const isReasonMissing = reasons.length > 0 && !reason;
  const isRequired = isNoteRequired || reason === "other";
  const isNoteMissing = isRequired && tidy(note) === "";

  function onSubmit(event: SubmitEvent) {
    event.preventDefault();
    setSent(true);
    if (isReasonMissing) first.current?.focus();
    else if (isNoteMissing) field.current?.focus();
    else if (!busy) void onConfirm(tidy(note), reason).then((isSaved) => isSaved && forget());
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={title}
        description={text}
        closeLabel={t("review:close")}
        className="scroll-pb-28"
      >
        <form onSubmit={onSubmit} noValidate className="grid gap-4">
          {reasons.length > 0 && (
            <fieldset className="grid gap-1">
              <legend className="mb-1 text-sm font-semibold">{t("review:refusal.reason")}</legend>
              <div className="grid gap-x-4 sm:grid-cols-2">
                {reasons.map((choice, index) => (
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
                {wasSent && isReasonMissing && t("review:refusal.reasonMissing")}
              </p>
            </fieldset>
          )}
          <Field
            label={t("review:refusal.note")}
            required={isRequired}
            error={wasSent && isNoteMissing && t("review:refusal.noteMissing")}
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
              <Button variant="outline">{t("review:cancel")}</Button>
            </DialogClose>
            <Button type="submit" busy={busy}>
              {confirm}
            </Button>
          </DialogActions>
        </form>
      </DialogContent>
    </Dialog>
  );
}
