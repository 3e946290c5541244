import { zodResolver } from "@hookform/resolvers/zod";
import { Trash2 } from "lucide-react";
import { type ComponentProps, useEffect, useState } from "react";
import { FormProvider, useForm } from "react-hook-form";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import type { CopyToEdit } from "./copy-requests.ts";
import { Button } from "../../shared/ui/button.tsx";
import { DialogActions, DialogClose } from "../../shared/ui/dialog.tsx";
import type { EditedPhoto } from "../data/copies/photos.ts";
import type { Copy } from "../domain/copies/copy.ts";
import type { CopyDetails } from "../domain/copies/copy-details.ts";
import { type CopyForm, copyForm, copyFormOf } from "../domain/copies/copy-rules.ts";
import { typedPrice } from "../../shared/i18n/format.ts";
import type { Language } from "../../shared/i18n/languages.ts";
import { useLanguage } from "../../shared/i18n/use-language.ts";
import { ConflictMessage } from "./conflict.tsx";
import { copyDraft, lastDetails, readCopyDraft } from "./copy-draft.ts";
import { DetailGroups } from "./detail-groups.tsx";
import { mergeForms } from "./merge-forms.ts";
import { PhotoGroup } from "./photo-group.tsx";
import { useCopyWrites } from "../my-copies/use-copy-writes.ts";
import { useOnline } from "../offline/use-online.ts";
import { SameAgain } from "./same-again.tsx";
import { usePhotos } from "./use-photos.ts";
import { useSave } from "./use-save.ts";

/** The form of a copy. What is typed is kept as a draft until it is saved or discarded. */
export function EditorForm({
  toEdit,
  copy: opened,
  shirt,
  onClose,
}: {
  toEdit: CopyToEdit;
  /** Undefined for a new copy. */
  copy: Copy | undefined;
  shirt: ComponentProps<typeof PhotoGroup>["shirt"];
  onClose: () => void;
}) {
  const { t } = useTranslation(["copies", "common"]);
  const { userId } = toEdit;
  // Of the moment of opening: a copy that is read again must not change what is being typed.
  const lang = useLanguage();
  const [{ stored, draft, start }] = useState(() => startOf(toEdit, opened, lang));
  const form = useForm<CopyForm, unknown, CopyDetails>({
    resolver: zodResolver(copyForm),
    defaultValues: stored,
  });
  const { handleSubmit, formState, getValues, reset, subscribe } = form;
  const [touchedPhotos, setTouchedPhotos] = useState(draft?.photos);
  const keep = (values: CopyForm, photos: EditedPhoto[] | undefined) =>
    copyDraft.store(userId, { ...toEdit, base: stored, form: values, photos });
  const photos = usePhotos(userId, draft?.photos ?? opened?.photos ?? [], (next) => {
    setTouchedPhotos(next);
    keep(getValues(), next);
  });
  const writes = useCopyWrites(userId);
  const { save, failure, conflict } = useSave({ toEdit, opened, form, photos, onClose });

  useEffect(() => {
    reset(start, { keepDefaultValues: true });
  }, [reset, start]);
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          copyDraft.store(userId, {
            ...toEdit,
            base: stored,
            form: values,
            photos: touchedPhotos,
          });
        },
      }),
    [subscribe, userId, toEdit, stored, touchedPhotos],
  );

  const { isSubmitting } = formState;
  // A further copy waits in the browser instead.
  const isReadOnly = !useOnline() && opened !== undefined;
  return (
    <FormProvider {...form}>
      <form
        noValidate
        onSubmit={(event) => void handleSubmit(save)(event)}
        className="grid grid-cols-1 gap-6"
      >
        {conflict && <ConflictMessage conflict={conflict} />}
        <PhotoGroup
          edited={photos}
          disabled={isSubmitting}
          userId={userId}
          jerseyId={toEdit.jerseyId}
          shirt={shirt}
        />
        <DetailGroups />
        {opened && !isReadOnly && <SameAgain userId={userId} copy={opened} />}
        {opened && !isReadOnly && (
          <Button
            variant="ghost"
            size="sm"
            className="justify-self-start text-danger"
            onClick={() => {
              void writes.remove([opened]);
              onClose();
            }}
          >
            <Trash2 aria-hidden />
            {t("editor.remove")}
          </Button>
        )}
        <DialogActions>
          <p role="alert" className="min-w-0 basis-full text-sm text-danger empty:hidden">
            {failure}
          </p>
          {isReadOnly && <p className="min-w-0 basis-full text-sm">{t("editor.readOnly")}</p>}
          <DialogClose asChild>
            <Button variant="outline">{t("common:action.cancel")}</Button>
          </DialogClose>
          {!isReadOnly && (
            <Button
              type="submit"
              busy={isSubmitting || photos.sending !== undefined}
              title={photos.sending && t("photos.wait")}
            >
              {t(isSubmitting ? "common:action.saving" : "common:action.save")}
            </Button>
          )}
        </DialogActions>
      </form>
    </FormProvider>
  );
}

/** The stored values, and those that the form begins with: a draft's, if there is one. */
function startOf(toEdit: CopyToEdit, copy: Copy | undefined, lang: Language) {
  const stored = copyFormOf(copy ?? {}, (price) => typedPrice(price, lang));
  const draft = readCopyDraft(toEdit);
  // Of a shirt that is there nothing is said that its owner didn't say.
  const fresh = copy ? stored : { ...stored, ...lastDetails.read(toEdit.userId) };
  const start = draft ? mergeForms(draft.base, { ...stored, ...draft.form }, stored).form : fresh;
  return { stored, draft, start };
}
