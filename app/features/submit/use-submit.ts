import { useRef, useState } from "react";
import { useNavigate } from "react-router";

import { browserClient } from "../../data/browser.ts";
import { queryClient } from "../../data/query-client.ts";
import { submissionKeys } from "../../data/submissions/keys.ts";
import type { ImageRights } from "../../domain/rules/image-rules.ts";
import { dropSession } from "../../data/session/auth.ts";
import { type ImageUploads, SessionEndedError } from "./image-uploads.ts";
import { SENT_PARAM } from "./sent-param.ts";
import { toJersey, type ValidForm } from "./rules.ts";
import { submit, type SubmitProblem, submitProblem } from "./submission.ts";
import type { useDraft } from "./use-draft.ts";

/** Submits the form, then leads to the message about the submitted jersey. */
export function useSubmit(
  userId: string,
  uploads: ImageUploads,
  draft: ReturnType<typeof useDraft>,
) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  /** A ref, because it changes at once: a second press may come before the next render. */
  const running = useRef(false);
  const [problem, setProblem] = useState<SubmitProblem>();

  async function send(form: ValidForm, rights: ImageRights): Promise<SubmitProblem | undefined> {
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
    draft.clear();
    uploads.forgetDraft();
    void queryClient.invalidateQueries({ queryKey: submissionKeys.all });
    // Back leads to the page before the form, not to an empty form.
    await navigate(`?${new URLSearchParams({ [SENT_PARAM]: id })}`, { replace: true });
    return undefined;
  }

  return { send, busy, problem };
}
