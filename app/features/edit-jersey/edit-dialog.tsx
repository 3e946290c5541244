import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";

import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { toast } from "../../components/toast.ts";
import { Button } from "../../components/ui/button.tsx";
import { Dialog, DialogClose, DialogContent } from "../../components/ui/dialog.tsx";
import { Field } from "../../components/ui/field.tsx";
import { Input, Textarea } from "../../components/ui/input.tsx";
import { Skeleton } from "../../components/ui/skeleton.tsx";
import { browserClient } from "../../data/browser.ts";
import { brokenRule } from "../../data/constraints.ts";
import { databaseProblem } from "../../data/database-error.ts";
import { useMemberQuery } from "../../data/member-query.ts";
import { queryClient } from "../../data/query-client.ts";
import { submissionKeys } from "../../data/submissions/keys.ts";
import { editedJersey, type EditedJersey, updateJersey } from "../../data/submissions/edit.ts";
import type { JerseyProblem } from "../../domain/rules/jersey-rules.ts";
import { ImageEditor } from "./image-editor.tsx";
import { storeEditDraft, readEditDraft } from "./edit-draft.ts";
import { changesOf, type EditForm, editForm, formOf, isSameForm, type ValidEdit } from "./rules.ts";
import { useRefusal } from "./use-refusal.ts";
import { WithdrawButton } from "./withdraw-button.tsx";

interface EditDialogProps {
  jerseyId: string;
  userId: string;
  onClose: () => void;
}

/** Dialog in which an author changes the texts and images of a jersey (docs/product.md 10.11). */
export function EditDialog({ jerseyId, userId, onClose }: EditDialogProps) {
  const { t } = useTranslation("account");
  const { data: jersey, isPending } = useMemberQuery(editedJersey(jerseyId));
  const [newImages, setNewImages] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const rejected = jersey?.status === "rejected";

  function close() {
    storeEditDraft(userId);
    onClose();
  }

  /** Asks first if something typed would be lost. */
  function leave() {
    const draft = readEditDraft(userId);
    const isTyped = jersey && draft?.jerseyId === jersey.id && !isSameForm(draft.form, jersey);
    if (isTyped) setLeaving(true);
    else close();
  }

  return (
    <Dialog open onOpenChange={(open) => !open && leave()}>
      <DialogContent
        title={t(rejected ? "edit.rejectedTitle" : "edit.title")}
        description={
          jersey &&
          t(`edit.${stateOf(jersey)}`, { note: jersey.moderation_note ?? jersey.edit?.note })
        }
        closeLabel={t("close")}
        // The scroll padding keeps a focused field clear of the sticky buttons.
        className="scroll-pb-28 sm:w-[min(92vw,44rem)]"
      >
        {jersey ? (
          <>
            {jersey.edit && <WithdrawButton jerseyId={jersey.id} onDone={close} />}
            <ImageEditor jersey={jersey} userId={userId} onChange={() => setNewImages(true)} />
            <TextForm jersey={jersey} userId={userId} newImages={newImages} onClose={close} />
          </>
        ) : isPending ? (
          <Skeleton className="h-96" />
        ) : (
          <p role="alert" className="text-danger">
            {t(jersey === null ? "edit.gone" : "edit.loadFailed")}
          </p>
        )}
        {isLeaving && (
          <ConfirmDialog
            title={t("edit.leave.title")}
            text={t("edit.leave.text")}
            confirm={t("edit.leave.confirm")}
            cancel={t("edit.leave.cancel")}
            close={t("edit.leave.cancel")}
            onConfirm={close}
            onClose={() => setLeaving(false)}
          />
        )}
      </DialogContent>
    </Dialog>
  );
}

/** The text under `edit` that says who sees the jersey, and what saving leads to. */
function stateOf({ status, edit }: EditedJersey) {
  if (status === "pending") return "pendingText";
  if (status === "rejected") return "rejectedText";
  if (!edit) return "text";
  return edit.status === "open" ? "openText" : "refusedText";
}

function TextForm({
  jersey,
  userId,
  newImages,
  onClose,
}: {
  jersey: EditedJersey;
  userId: string;
  /** True if images were added or deleted since the dialog opened. */
  newImages: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation("account");
  const { t: submit } = useTranslation("submit");
  const [failure, setFailure] = useState<string>();
  const refusal = useRefusal();
  const { register, handleSubmit, formState, reset, setError, subscribe } = useForm<
    EditForm,
    unknown,
    ValidEdit
  >({
    resolver: zodResolver(editForm),
    defaultValues: formOf(jersey),
  });
  useEffect(() => {
    const draft = readEditDraft(userId);
    if (draft?.jerseyId === jersey.id) reset(draft.form, { keepDefaultValues: true });
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => storeEditDraft(userId, { jerseyId: jersey.id, form: values }),
    });
  }, [reset, subscribe, userId, jersey.id]);
  const { errors, isSubmitting } = formState;
  const rejected = jersey.status === "rejected";
  const problem = (field: keyof EditForm) => {
    const message = errors[field]?.message as JerseyProblem | undefined;
    return message && submit(`problems.${message}`);
  };

  async function save(form: ValidEdit) {
    const changes = changesOf(form, jersey);
    try {
      if (Object.keys(changes).length > 0) {
        await updateJersey(await browserClient(), jersey.id, changes);
      }
      toast.success(t(rejected ? "edit.resubmitted" : "edit.saved"));
      void queryClient.invalidateQueries({ queryKey: submissionKeys.all });
      onClose();
    } catch (error) {
      const found = databaseProblem(error);
      const broken = brokenRule("jerseys", found.constraint);
      if (!broken) return setFailure(t("edit.failed", { reason: refusal(found) }));
      const [column, message] = broken;
      setError(column as keyof EditForm, { message }, { shouldFocus: true });
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => void handleSubmit(save)(event)}
      className="grid grid-cols-1 gap-4"
    >
      <Field label={submit("fields.title")} required error={problem("title")}>
        <Input {...register("title")} />
      </Field>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field label={submit("fields.edition")} error={problem("edition")}>
          <Input {...register("edition")} />
        </Field>
        <Field label={submit("fields.externalLink")} error={problem("external_link")}>
          <Input type="url" inputMode="url" {...register("external_link")} />
        </Field>
      </div>
      <Field label={submit("fields.description")} error={problem("description")}>
        <Textarea rows={5} {...register("description")} />
      </Field>
      <p role="alert" className="text-sm text-danger empty:hidden">
        {failure}
      </p>
      {/* Sticky for long forms. The negative margins cancel the padding of the dialog. */}
      <div className="sticky -bottom-6 -mx-6 -mb-6 flex flex-wrap justify-end gap-3 border-t border-line bg-paper px-6 py-4">
        <DialogClose asChild>
          <Button variant="outline">{t("cancel")}</Button>
        </DialogClose>
        <Button
          type="submit"
          disabled={isSubmitting || (rejected && !formState.isDirty && !newImages)}
        >
          {t(isSubmitting ? "edit.saving" : rejected ? "edit.resubmit" : "edit.save")}
        </Button>
      </div>
    </form>
  );
}
