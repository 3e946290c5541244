import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { FormProvider, useForm, useFormContext, useWatch } from "react-hook-form";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { LeaveDialog } from "../components/leave-dialog.tsx";
import { FactFields } from "../components/jersey-fields.tsx";
import { toast } from "../../shared/components/toast.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Dialog, DialogActions, DialogClose, DialogContent } from "../../shared/ui/dialog.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { browserClient } from "../../shared/data/browser.ts";
import { useDefaultColorsOfForm } from "../data/catalogue/use-default-colors.ts";
import { useJerseyChoices } from "../data/catalogue/use-jersey-choices.ts";
import { brokenRule } from "../../shared/data/constraints.ts";
import { databaseProblem } from "../../shared/data/database-error.ts";
import { useMemberQuery } from "../../shared/data/member-query.ts";
import { queryClient } from "../../shared/data/query-client.ts";
import { jerseyKeys } from "../../shared/data/jerseys/keys.ts";
import { submissionKeys } from "../data/submissions/keys.ts";
import { suggestionKeys } from "../data/suggestions/keys.ts";
import { editedJersey, type EditedJersey, updateJersey } from "../data/submissions/edit.ts";
import {
  type CorrectionForm,
  correctionForm,
  correctionOf,
  corrections,
  isUncorrected,
  type ValidCorrection,
} from "../domain/correction-rules.ts";
import { reasonInWords } from "../../shared/i18n/reasons.ts";
import { typedPrice } from "../../shared/i18n/format.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { ImageEditor } from "./image-editor.tsx";
import { useHref } from "../../shared/address/use-href.ts";
import { afterClosing } from "../../shared/browser/overlay-history.ts";
import { extendSuggestionDraft } from "../suggest/suggestion-draft.ts";
import { editDraft } from "./edit-draft.ts";
import { useRefusal } from "./use-refusal.ts";

interface EditDialogProps {
  jerseyId: string;
  userId: string;
  onClose: () => void;
}

/** Dialog in which an author edits a submission and its images until it is approved (docs/product/contribute.md 10.11). */
export function EditDialog({ jerseyId, userId, onClose }: EditDialogProps) {
  const { t } = useTranslation(["account", "common"]);
  const lang = useLanguage();
  const { data: jersey, isPending } = useMemberQuery(editedJersey(jerseyId, userId));
  const [newImages, setNewImages] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const rejected = jersey?.status === "rejected";

  function close() {
    editDraft.remove(userId);
    onClose();
  }

  /** Asks first if something typed would be lost. */
  function leave() {
    const draft = editDraft.read(userId);
    const isTyped =
      jersey &&
      draft?.jerseyId === jersey.id &&
      !isUncorrected({ ...correctionOf(jersey), ...draft.form }, jersey);
    if (isTyped) setLeaving(true);
    else close();
  }

  return (
    <Dialog open onOpenChange={(open) => !open && leave()}>
      <DialogContent
        title={t(rejected ? "edit.rejectedTitle" : "edit.title")}
        description={
          jersey &&
          t(`edit.${jersey.status}Text`, {
            reason: reasonInWords(jersey.moderation_note ?? "", lang),
          })
        }
        closeLabel={t("common:close")}
        // The scroll padding keeps a focused field clear of the sticky buttons.
        className="scroll-pb-28 sm:w-[min(92vw,44rem)]"
      >
        {jersey?.status === "approved" ? (
          <CorrectionLink jerseyId={jersey.id} userId={userId} onLeave={close} />
        ) : jersey ? (
          <>
            <ImageEditor jersey={jersey} userId={userId} onChange={() => setNewImages(true)} />
            <FieldsForm jersey={jersey} userId={userId} newImages={newImages} onClose={close} />
          </>
        ) : isPending ? (
          <Skeleton className="h-96" />
        ) : (
          <p role="alert" className="text-danger">
            {t(jersey === null ? "edit.gone" : "common:error.loadFailed")}
          </p>
        )}
        {isLeaving && <LeaveDialog onLeave={close} onStay={() => setLeaving(false)} />}
      </DialogContent>
    </Dialog>
  );
}

/** Leads to the form for corrections, with what was typed before the approval. */
function CorrectionLink({
  jerseyId,
  userId,
  onLeave,
}: {
  jerseyId: string;
  userId: string;
  onLeave: () => void;
}) {
  const { t } = useTranslation(["account", "suggestions"]);
  const to = useHref();
  const navigate = useNavigate();
  function leave() {
    const draft = editDraft.read(userId);
    if (draft?.jerseyId === jerseyId) {
      extendSuggestionDraft(userId, jerseyId, { form: { ...draft.form } });
    }
    onLeave();
    afterClosing(() => void navigate(to("suggest", { type: "jersey", id: jerseyId })));
  }
  return (
    <Button className="justify-self-start" onClick={leave}>
      {t("suggestions:title")}
    </Button>
  );
}

function FieldsForm({
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
  const { t } = useTranslation(["account", "common"]);
  const { t: common } = useTranslation();
  const [failure, setFailure] = useState<string>();
  const refusal = useRefusal();
  const lang = useLanguage();
  const form = useForm<CorrectionForm, unknown, ValidCorrection>({
    resolver: zodResolver(correctionForm),
    defaultValues: correctionOf(jersey, (price) => typedPrice(price, lang)),
  });
  const { handleSubmit, formState, reset, setError, subscribe } = form;
  const [initial] = useState(jersey);
  useEffect(() => {
    const draft = editDraft.read(userId);
    if (draft?.jerseyId === initial.id) {
      const stored = correctionOf(initial, (price) => typedPrice(price, lang));
      reset({ ...stored, ...draft.form }, { keepDefaultValues: true });
    }
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => editDraft.store(userId, { jerseyId: initial.id, form: values }),
    });
  }, [reset, subscribe, userId, initial, lang]);
  const { isSubmitting } = formState;
  const isUnchanged = isUncorrected(useWatch({ control: form.control }) as CorrectionForm, jersey);
  const rejected = jersey.status === "rejected";

  async function save(valid: ValidCorrection) {
    const changes = corrections(valid, jersey);
    try {
      if (Object.keys(changes).length > 0) {
        await updateJersey(await browserClient(), jersey.id, changes);
      }
      toast.success(t(`edit.${rejected ? "resubmitted" : "saved"}`));
      void queryClient.invalidateQueries({ queryKey: submissionKeys.all });
      void queryClient.invalidateQueries({ queryKey: suggestionKeys.all });
      void queryClient.invalidateQueries({ queryKey: jerseyKeys.ofMembers });
      onClose();
    } catch (error) {
      const found = databaseProblem(error);
      const broken = brokenRule("jerseys", found.constraint);
      if (broken) {
        const [column, message] = broken;
        return setError(column as keyof CorrectionForm, { message }, { shouldFocus: true });
      }
      // Approved meanwhile: the dialog then leads to the form for corrections.
      if (found.kind === "denied") {
        void queryClient.invalidateQueries({ queryKey: submissionKeys.all });
      }
      setFailure(t("edit.failed", { reason: refusal(found) }));
    }
  }

  return (
    <FormProvider {...form}>
      <form
        noValidate
        onSubmit={(event) => void handleSubmit(save)(event)}
        className="grid grid-cols-1 gap-4"
      >
        <Facts jersey={jersey} />
        <DialogActions failure={failure}>
          <DialogClose asChild>
            <Button variant="outline">{t("common:action.cancel")}</Button>
          </DialogClose>
          <Button
            type="submit"
            busy={isSubmitting}
            lacks={rejected && isUnchanged && !newImages && { text: common("change") }}
          >
            {t(
              isSubmitting
                ? "common:action.saving"
                : rejected
                  ? "edit.resubmit"
                  : "common:action.save",
            )}
          </Button>
        </DialogActions>
      </form>
    </FormProvider>
  );
}

function Facts({ jersey }: { jersey: EditedJersey }) {
  const { watch } = useFormContext<CorrectionForm>();
  const [league, competition_id, season_id, team_id, team, kit_type] = watch([
    "league",
    "competition_id",
    "season_id",
    "team_id",
    "team",
    "kit_type",
  ]);
  const chosen = { league, competition_id, season_id, team_id };
  const choices = useJerseyChoices(chosen, jersey, useLanguage());
  const defaultColors = useDefaultColorsOfForm(correctionOf(jersey), { team_id, team, kit_type });
  return <FactFields choices={choices} defaultColors={defaultColors} />;
}
