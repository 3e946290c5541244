import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";

import { toast } from "../../components/toast.ts";
import { browserClient } from "../../data/browser.ts";
import type { Client } from "../../data/client.ts";
import { queryClient } from "../../data/query-client.ts";
import { dropSession } from "../../data/session/auth.ts";
import {
  findStranded,
  insertImages,
  insertJersey,
  withdraw,
} from "../../data/submissions/submissions.ts";
import { useHref } from "../../address/use-href.ts";
import { type ImageUploads, SessionEndedError } from "./image-uploads.ts";
import { toJersey, type ValidForm } from "./rules.ts";
import { isAnswer, type SubmitProblem, submitProblem } from "./submit-problem.ts";
import { submit, type Writes } from "./submission.ts";
import type { useDraft } from "./use-draft.ts";

/** Submits the form, and says how it went. */
export function useSubmit(userId: string, desk: ImageUploads, draft: ReturnType<typeof useDraft>) {
  const { t } = useTranslation("submit");
  const home = useHref()("home", {});
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<SubmitProblem>();

  async function send(form: ValidForm): Promise<SubmitProblem | undefined> {
    setBusy(true);
    setProblem(undefined);
    try {
      const client = await browserClient();
      const { data } = await client.auth.getSession();
      if (!data.session) throw new SessionEndedError();
      await submit({
        jersey: toJersey(form, userId),
        traces: draft.traces(),
        writes: writesOf(client, desk, form.title.trim()),
        remember: draft.remember,
        forgetFiles: () => desk.forgetFiles(),
        answered: isAnswer,
      });
    } catch (error) {
      const found = submitProblem(error);
      setProblem(found);
      setBusy(false);
      // Makes it known everywhere: the guard of this screen says so and asks to sign in again.
      if (found.kind === "expired") await dropSession(await browserClient());
      return found;
    }
    draft.clear();
    desk.clear({ keepFiles: true });
    void queryClient.invalidateQueries({ queryKey: ["submissions"] });
    toast.success(t("success"));
    await navigate(home);
    return undefined;
  }

  return { send, busy, problem };
}

/** The writes of a submission against the real backend. */
export function writesOf(client: Client, desk: ImageUploads, title: string): Writes {
  return {
    upload: () => desk.sendAll(),
    insert: (jersey) => insertJersey(client, jersey),
    attach: (jerseyId, paths) =>
      insertImages(
        client,
        jerseyId,
        paths.map((path, n) => ({
          path,
          alt: n === 0 ? title : `${title} (${n + 1})`,
          likeness: desk.likenessAt(path),
        })),
      ),
    withdraw: (jerseyId, paths) => withdraw(client, jerseyId, paths),
    findStranded: (jersey, since) => findStranded(client, jersey, since),
  };
}
