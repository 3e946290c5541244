import { useState } from "react";
import { useTranslation } from "react-i18next";

import { browserClient } from "../../data/browser.ts";
import type { Client } from "../../data/client.ts";
import { queryClient } from "../../data/query-client.ts";
import { authProblem } from "../../data/session/auth-problem.ts";

/** What any change of an account's access makes old. */
const READ_ANEW = [["auth-user"], ["factors"], ["recovery-codes"], ["sessions"], ["passkeys"]];

/** One change at a time, with what went wrong in the member's language. */
export function useAction() {
  const { t } = useTranslation("auth");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  /** @returns whether it went well */
  async function run(act: (client: Client) => Promise<void>): Promise<boolean> {
    setBusy(true);
    setFailure(undefined);
    try {
      await act(await browserClient());
      for (const queryKey of READ_ANEW) void queryClient.invalidateQueries({ queryKey });
      return true;
    } catch (error) {
      setFailure(t(`errors.${authProblem(error) ?? "unknown"}`));
      return false;
    } finally {
      setBusy(false);
    }
  }

  return { busy, failure, run };
}
