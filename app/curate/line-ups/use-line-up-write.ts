import { browserClient } from "../../shared/data/browser.ts";
import { choiceKeys } from "../../shared/data/catalogue/keys.ts";
import { adminRowKeys } from "../data/catalogue/keys.ts";
import type { Client } from "../../shared/data/client.ts";
import { databaseProblem } from "../../shared/data/database-error.ts";
import { lineUpKeys } from "../data/line-ups/keys.ts";
import { useMemberMutation } from "../../shared/data/member-mutation.ts";
import { dropSession } from "../../shared/session/drop-session.ts";
import { toast } from "../../shared/components/toast.ts";
import { useProblemText } from "./use-problem-text.ts";

/** Queries that show line-ups or their seasons. */
export const SHOWING_LINE_UPS = [lineUpKeys.all, choiceKeys.all, adminRowKeys.table("seasons")];

/** A write of line-ups. A failure is told in a toast, and stays in `problem`. */
export function useLineUpWrite<Variables = void, Result = void>(
  write: (client: Client, variables: Variables) => Promise<Result>,
  onSuccess?: (result: Result, variables: Variables) => void,
) {
  const problemText = useProblemText();
  const mutation = useMemberMutation({
    write,
    invalidates: SHOWING_LINE_UPS,
    onSuccess,
    onError: async (error) => {
      toast.error(problemText(error));
      // The guard of the screen asks for sign-in then; drafts stay.
      if (databaseProblem(error).kind === "expired") await dropSession(await browserClient());
    },
  });
  return { ...mutation, problem: mutation.error ? problemText(mutation.error) : undefined };
}
