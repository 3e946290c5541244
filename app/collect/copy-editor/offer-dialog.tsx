import { type SubmitEvent, useId, useState } from "react";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { ImageError } from "../../shared/browser/image/prepare.ts";
import { lastLicence } from "../../contribute/browser/last-licence.ts";
import { ImageRightsFields } from "../../contribute/components/image-rights.tsx";
import { toast } from "../../shared/components/toast.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Dialog, DialogClose, DialogContent } from "../../shared/ui/dialog.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Select } from "../../shared/ui/select.tsx";
import { useMemberMutation } from "../../shared/data/member-mutation.ts";
import { submissionKeys } from "../../contribute/data/submissions/keys.ts";
import { suggestionKeys } from "../../contribute/data/suggestions/keys.ts";
import { offerCopyPhoto } from "../data/copies/offer-photo.ts";
import { useProblemText } from "../../shared/data/problem-words.ts";
import type { ImageRights } from "../../shared/domain/rules/image-rules.ts";
import { PHOTO_KINDS, type PhotoKind } from "../../shared/domain/suggestion.ts";

/** Offers the photo of a copy to the catalogue, with its licence. */
export default function OfferDialog({
  userId,
  jerseyId,
  path,
  onClose,
}: {
  userId: string;
  jerseyId: string;
  path: string;
  onClose: () => void;
}) {
  const { t } = useTranslation(["suggestions", "submit", "common", "catalogue"]);
  const id = useId();
  const problemText = useProblemText("suggestions:errors");
  const [kind, setKind] = useState<PhotoKind>("front");
  const [rights, setRights] = useState<ImageRights>(() => ({
    isStated: false,
    licence: lastLicence(),
  }));
  const [isMissing, setMissing] = useState(false);
  const [failure, setFailure] = useState<string>();
  const { mutate, isPending } = useMemberMutation({
    write: () =>
      offerCopyPhoto({
        ...{ userId, jerseyId, path, kind, rights },
        source: t("suggestions:offer.source"),
      }),
    invalidates: [suggestionKeys.all, submissionKeys.all],
    onSuccess: () => {
      toast.success(t("suggestions:offer.done"));
      onClose();
    },
    onError: (error) => {
      setFailure(
        error instanceof ImageError
          ? t(`submit:imageProblems.${error.problem}`)
          : problemText(error),
      );
    },
  });

  function onSubmit(event: SubmitEvent) {
    event.preventDefault();
    // React events bubble through portals: the form of the copy would be saved too.
    event.stopPropagation();
    setFailure(undefined);
    setMissing(!rights.isStated);
    if (rights.isStated) mutate();
    else document.getElementById(`${id}-statement`)?.focus();
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t("suggestions:offer.title")}
        description={t("suggestions:offer.text")}
        closeLabel={t("common:close")}
      >
        <form noValidate onSubmit={onSubmit} className="grid gap-4">
          <Field label={t("suggestions:offer.kind")}>
            <Select value={kind} onChange={({ target }) => setKind(target.value as PhotoKind)}>
              {PHOTO_KINDS.map((value) => (
                <option key={value} value={value}>
                  {t(`catalogue:photo.${value}`)}
                </option>
              ))}
            </Select>
          </Field>
          <ImageRightsFields
            rights={rights}
            onChange={setRights}
            isMissing={isMissing && !rights.isStated}
            disabled={isPending}
            statementId={`${id}-statement`}
          />
          <p role="alert" className="text-sm text-danger empty:hidden">
            {failure}
          </p>
          <div className="flex flex-wrap justify-end gap-3">
            <DialogClose asChild>
              <Button variant="outline">{t("common:action.cancel")}</Button>
            </DialogClose>
            <Button type="submit" busy={isPending}>
              {t("suggestions:offer.send")}
            </Button>
          </div>
        </form>
      </DialogContent>
    </Dialog>
  );
}
