import { browserClient } from "../../data/browser.ts";
import { type AuthProblem, authProblem } from "../../data/session/auth-problem.ts";
import { followSession } from "../../data/session/use-session.ts";
import type { ReturnParams } from "./return-params.ts";

export type Received =
  /** Signed in by the link. */
  | { outcome: "welcome" }
  /** Signed in by a link that is for choosing another password. */
  | { outcome: "recovery" }
  /** The link was right, but it was asked for in another browser: nobody can be signed in here. */
  | { outcome: "elsewhere" }
  | { outcome: "failed"; problem: AuthProblem | "unknown" };

/** Finds out what came of the link; the client exchanges a code for a session by itself. */
export async function receiveVisitor({ error }: ReturnParams): Promise<Received> {
  if (error) return failed(error);
  try {
    const { auth } = await browserClient();
    let isRecovery = false;
    const { data } = auth.onAuthStateChange((event) => {
      if (event === "PASSWORD_RECOVERY") isRecovery = true;
    });
    await followSession();
    const initialized = await auth.initialize();
    data.subscription.unsubscribe();
    if (initialized.error) return failed(initialized.error);
    // The client takes a code out of the address when it has used it.
    if (new URLSearchParams(location.search).has("code")) return { outcome: "elsewhere" };
    return { outcome: isRecovery ? "recovery" : "welcome" };
  } catch (failure) {
    return failed(failure);
  }
}

function failed(error: unknown): Received {
  const problem = authProblem(error) ?? "unknown";
  return problem === "other_browser" ? { outcome: "elsewhere" } : { outcome: "failed", problem };
}
