import { type SubmitEvent, useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { Dialog, DialogActions, DialogClose, DialogContent } from "../../shared/ui/dialog.tsx";
import { useTabDraft } from "../../shared/components/use-tab-draft.ts";
import { tidy } from "../../shared/domain/rules/text.ts";
import type { Reason } from "../../shared/domain/suggestion.ts";
import {
  fits,
  type GivenReason,
  isGiven,
  ReasonFields,
  type ReasonSubject,
} from "../components/reason-fields.tsx";

/** A dialog for the reason of a refusal, or for the note of a settled report. */
export function ReasonDialog({
  draftKey,
  title,
  text,
  isReasonAsked,
  preset,
  of,
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
  isReasonAsked: boolean;
  /** The one that is chosen at first. */
  preset?: Reason;
  /** What is decided, if some reasons don't fit it. */
  of?: ReasonSubject | undefined;
  isNoteRequired?: boolean;
  confirm: string;
  busy: boolean;
  /** Resolves to true if the decision was saved. */
  onConfirm: (given: GivenReason) => Promise<boolean>;
  onClose: () => void;
}) {
  const { t } = useTranslation(["review", "common"]);
  const [note, setNote, forget] = useTabDraft("review", draftKey, "");
  const [reason, setReason] = useState(preset && fits(preset, of) ? preset : undefined);
  const [wasSent, setSent] = useState(false);
  const given = { ...(reason && { reason }), note };
  const asked = { isReasonAsked, fewest: isNoteRequired ? 1 : undefined };

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setSent(true);
    if (busy || !isGiven(given, asked, event.currentTarget)) return;
    void onConfirm({ ...given, note: tidy(note) }).then((isSaved) => isSaved && forget());
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={title}
        description={text}
        closeLabel={t("common:close")}
        // The scroll padding keeps a focused field clear of the sticky buttons.
        className="scroll-pb-28"
      >
        <form noValidate onSubmit={onSubmit} className="grid gap-4">
          <ReasonFields
            given={given}
            onChange={(next) => {
              setReason(next.reason);
              setNote(next.note);
            }}
            wasSent={wasSent}
            of={of}
            {...asked}
          />
          <DialogActions>
            <DialogClose asChild>
              <Button variant="outline">{t("cancel")}</Button>
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
