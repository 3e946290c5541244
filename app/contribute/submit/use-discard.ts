import type { UseFormReturn } from "react-hook-form";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { toast } from "../../shared/components/toast.ts";
import { isDone, useMemberMutation } from "../../shared/data/member-mutation.ts";
import type { Attempt } from "./draft.ts";
import { withdrawJersey } from "../data/submissions/edit.ts";
import type { JerseyPhotos } from "./use-jersey-photos.ts";
import { EMPTY_FORM, type JerseyForm, type ValidForm } from "./rules.ts";
import type { useDraft } from "./use-draft.ts";

/** Discards the draft: resets the form and deletes what an interrupted attempt may have stored. */
export function useDiscard(
  form: UseFormReturn<JerseyForm, unknown, ValidForm>,
  uploads: JerseyPhotos,
  draft: ReturnType<typeof useDraft>,
  onDiscarded: () => void,
) {
  const { t } = useTranslation("submit");
  const { mutateAsync: withdraw } = useMemberMutation({
    write: (client, attempt: Attempt) => withdrawJersey(client, attempt.jerseyId),
    // The next submission has other content, so it deletes this one.
    onError: (_error, attempt) => draft.storeAttempt(attempt),
  });
  return async () => {
    const attempt = draft.attempt();
    form.reset(EMPTY_FORM);
    uploads.clear();
    draft.hideMessage();
    draft.clear();
    onDiscarded();
    toast.info(t("draft.discarded"));
    if (attempt) await isDone(withdraw(attempt));
  };
}
