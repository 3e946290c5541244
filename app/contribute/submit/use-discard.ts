import type { UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";

import { toast } from "../../shared/components/toast.ts";
import { browserClient } from "../../shared/data/browser.ts";
import { withdrawJersey } from "../data/submissions/edit.ts";
import type { JerseyPhotos } from "./use-jersey-photos.ts";
import { EMPTY_FORM, type JerseyForm, type ValidForm } from "./rules.ts";
import type { useDraft } from "./use-draft.ts";

/** Discards the draft: resets the form and deletes what an interrupted attempt may have stored. */
export function useDiscard(
  form: UseFormReturn<JerseyForm, unknown, ValidForm>,
  uploads: JerseyPhotos,
  draft: ReturnType<typeof useDraft>,
) {
  const { t } = useTranslation("submit");
  return async () => {
    const attempt = draft.attempt();
    form.reset(EMPTY_FORM);
    uploads.clear();
    draft.hideMessage();
    draft.clear();
    toast.info(t("draft.discarded"));
    if (!attempt) return;
    try {
      await withdrawJersey(await browserClient(), attempt.jerseyId);
    } catch {
      await draft.storeAttempt(attempt); // the next submission has other content, so it deletes this one
    }
  };
}
