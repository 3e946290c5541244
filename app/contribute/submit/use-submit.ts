import { useRef, useState } from "react";
import { useNavigate } from "react-router";

import { useTranslation } from "../../shared/i18n/use-translation.tsx";
import { toast } from "../../shared/components/toast.ts";
import { browserClient } from "../../shared/data/browser.ts";
import { queryClient } from "../../shared/data/query-client.ts";
import { submissionKeys } from "../data/submissions/keys.ts";
import type { ImageRights } from "../../shared/domain/rules/image-rules.ts";
import { dropSession } from "../../shared/session/drop-session.ts";
import { SENT_PARAM } from "./sent-param.ts";
import { toJersey, type ValidForm } from "./rules.ts";
import { submit, type SubmitProblem, submitProblem } from "./submission.ts";
import type { useDraft } from "./use-draft.ts";
import { SessionEndedError } from "../../shared/data/database-error.ts";
import type { JerseyPhotos } from "./use-jersey-photos.ts";

/** Puts a jersey into the member's collection; of another room. */
export type Collect = (userId: string, jerseyId: string) => Promise<void>;

/** Submits the form, then leads to the message about the submitted jersey. */
export function useSubmit(
  userId: string,
  uploads: JerseyPhotos,
  draft: ReturnType<typeof useDraft>,
  collect: Collect,
) {
  const { t } = useTranslation("submit");
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  /** A ref, because it changes at once: a second press may come before the next render. */
  const running = useRef(false);
  const [problem, setProblem] = useState<SubmitProblem>();

  async function send(
    form: ValidForm,
    rights: ImageRights,
    isOwned: boolean,
  ): Promise<SubmitProblem | undefined> {
    if (running.current) return undefined;
    running.current = true;
    setBusy(true);
    setProblem(undefined);
    let id: string;
    try {
      const client = await browserClient();
      const { data } = await client.auth.getSession();
      if (!data.session) throw new SessionEndedError();
      id = await submit(client, toJersey(form, userId), uploads, draft, rights);
    } catch (error) {
      const found = submitProblem(error);
      setProblem(found);
      running.current = false;
      setBusy(false);
      // `RequireMember` then redirects to the sign-in page, and a toast shows the reason.
      if (found.kind === "expired") await dropSession(await browserClient());
      return found;
    }
    if (isOwned) await own(id);
    draft.clear();
    uploads.forgetDraft();
    void queryClient.invalidateQueries({ queryKey: submissionKeys.all });
    // Back leads to the page before the form, not to an empty form.
    await navigate(`?${new URLSearchParams({ [SENT_PARAM]: id })}`, { replace: true });
    return undefined;
  }

  /** The jersey is submitted whatever happens here: a failure is told, and the collection can be tried again. */
  async function own(jerseyId: string): Promise<void> {
    try {
      await collect(userId, jerseyId);
    } catch (error) {
      console.error("submitted jersey not collected", error);
      toast.error(t("owned.failed"));
    }
  }

  return { send, busy, problem };
}
