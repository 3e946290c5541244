import { useState, useSyncExternalStore } from "react";

import { forgetSentAddress, sentAddress, storeSentAddress } from "../data/session/sent-address.ts";

/**
 * The address to which a confirmation was sent from this tab. A reload keeps it, because a phone
 * discards the page while its owner reads the code in another application.
 */
export function useSentTo(): [string | undefined, (email: string | undefined) => void] {
  // The server knows no stored address; only this tab changes it.
  const stored = useSyncExternalStore(noChanges, sentAddress, () => undefined);
  const [noted, setNoted] = useState<{ email: string | undefined }>();

  function note(email: string | undefined) {
    if (email) storeSentAddress(email);
    else forgetSentAddress();
    setNoted({ email });
  }
  return [noted ? noted.email : stored, note];
}

const noChanges = () => () => undefined;
