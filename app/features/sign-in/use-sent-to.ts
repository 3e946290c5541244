import { useState, useSyncExternalStore } from "react";

import { readDraft, storeDraft } from "../../browser/session-draft.ts";

const NAME = "sign-up";

/** Links and codes of mails are valid for an hour. In milliseconds. */
const LIFETIME_MS = 60 * 60 * 1000;

interface Sent {
  email: string;
  /** Milliseconds since 1970. */
  at: number;
}

/**
 * The address to which a confirmation was sent from this tab. A reload keeps it, because a phone
 * discards the page while its owner reads the code in another application.
 */
export function useSentTo(): [string | undefined, (email: string | undefined) => void] {
  // The server knows no stored address; only this tab changes it.
  const kept = useSyncExternalStore(noChanges, keptAddress, () => undefined);
  const [noted, setNoted] = useState<{ email: string | undefined }>();

  function note(email: string | undefined) {
    storeDraft(NAME, email && ({ email, at: Date.now() } satisfies Sent));
    setNoted({ email });
  }
  return [noted ? noted.email : kept, note];
}

const noChanges = () => () => undefined;

/** The stored address, as long as the code that was sent to it is valid. */
function keptAddress(): string | undefined {
  const kept = readDraft<Sent>(NAME);
  return kept && Date.now() - kept.at < LIFETIME_MS ? kept.email : undefined;
}

/** The address is confirmed, or isn't waited for any longer. */
export function forgetAddress(): void {
  storeDraft(NAME);
}
