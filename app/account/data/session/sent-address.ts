import { readDraft, storeDraft } from "../../../shared/browser/session-draft.ts";

const NAME = "sign-up";

/** Links and codes of mails are valid for an hour. In milliseconds. */
const LIFETIME_MS = 60 * 60 * 1000;

interface Sent {
  email: string;
  /** Milliseconds since 1970. */
  at: number;
}

/** Stores the address to which this tab had a confirmation sent. */
export function storeSentAddress(email: string): void {
  storeDraft(NAME, { email, at: Date.now() } satisfies Sent);
}

/** That address, as long as the code that was sent to it is valid. */
export function sentAddress(): string | undefined {
  const stored = readDraft<Sent>(NAME);
  return stored && Date.now() - stored.at < LIFETIME_MS ? stored.email : undefined;
}

/** The address is confirmed, or isn't waited for any longer. */
export function forgetSentAddress(): void {
  storeDraft(NAME);
}
