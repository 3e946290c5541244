import { lazy, Suspense, useEffect, useState } from "react";
import { useNavigate } from "react-router";

import { consumeReturnParams } from "../../data/session/initial-return.ts";
import { useLanguage } from "../../i18n/use-language.ts";
import type { Asked } from "./receive-return.ts";

const ContinueDialog = lazy(async () => ({
  default: (await import("./continue-dialog.tsx")).ContinueDialog,
}));

/**
 * Handles sign-in returns on every page: completes the return, shows its result, and removes the
 * code from the address, which must not be bookmarked. Renders only the question whether a session
 * of somebody else's link is wanted.
 */
export function SessionReturn() {
  const lang = useLanguage();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<Asked>();

  useEffect(() => {
    const params = consumeReturnParams();
    if (!params) return;
    // Synchronous, so that the code never reaches the history.
    history.replaceState(history.state, "", params.clean);
    const cleaned = navigate(params.clean, { replace: true });
    // Lazy: other visits don't need it, nor the client library.
    void import("./receive-return.ts").then(({ receiveReturn }) =>
      receiveReturn(params, { lang, navigate, cleaned, ask: setAsked }),
    );
  }, [lang, navigate]);

  return (
    asked && (
      <Suspense>
        <ContinueDialog {...asked} onClose={() => setAsked(undefined)} />
      </Suspense>
    )
  );
}
