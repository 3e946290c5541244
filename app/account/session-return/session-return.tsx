import { type ReactNode, useEffect, useState } from "react";

import { consumeReturnParams } from "../../shared/session/initial-return.ts";

/**
 * Handles sign-in returns on every page: removes the code from the address, which must not be
 * bookmarked, and completes the return.
 */
export function SessionReturn() {
  const [received, setReceived] = useState<ReactNode>();

  useEffect(() => {
    const params = consumeReturnParams();
    if (!params) return;
    // Synchronous, so that the code never reaches the history.
    history.replaceState(history.state, "", params.clean);
    // Lazy: few visits return from a sign-in, and the others don't need this code.
    void import("./load-return.ts")
      .then(({ loadReturn }) => loadReturn())
      .then(({ ReceivedReturn }) => setReceived(<ReceivedReturn params={params} />));
  }, []);

  return received;
}
