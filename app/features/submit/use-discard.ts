import type { UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";

import { toast } from "../../components/toast.ts";
import { browserClient } from "../../data/browser.ts";
import type { ImageUploads } from "./image-uploads.ts";
import { EMPTY_FORM, type JerseyForm, type ValidForm } from "./rules.ts";
import { clearAway } from "./submission.ts";
import type { useDraft } from "./use-draft.ts";
import { writesOf } from "./use-submit.ts";

/** Begins anew: empties the form, and deletes what an interrupted attempt has left behind. */
export function useDiscard(
  userId: string,
  form: UseFormReturn<JerseyForm, unknown, ValidForm>,
  desk: ImageUploads,
  draft: ReturnType<typeof useDraft>,
) {
  const { t } = useTranslation("submit");
  return async () => {
    const traces = draft.traces();
    form.reset(EMPTY_FORM);
    desk.clear({ keepFiles: false });
    draft.hideNotice();
    draft.clear();
    toast.info(t("draft.discarded"));
    const writes = writesOf(await browserClient(), desk, "");
    // Should it fail, the next submission tries again.
    const remember = draft.remember;
    await clearAway(userId, { traces, writes, remember }).catch(() => remember(traces));
  };
}
