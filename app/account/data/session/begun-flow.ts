/** Stores for which address this browser has asked for a link by mail. */
const KEY = "maillotheque.flow";

/** Links of mails are valid for an hour. In milliseconds. */
const LIFETIME_MS = 60 * 60 * 1000;

interface Begun {
  email: string;
  /** Milliseconds since 1970. */
  at: number;
}

/** Call after asking for a link: the browser then opens it without a question. */
export function noteBegunFlow(email: string): void {
  try {
    const begun: Begun = { email: email.trim().toLowerCase(), at: Date.now() };
    localStorage.setItem(KEY, JSON.stringify(begun));
  } catch {
    // Storage is forbidden: the link asks whose account it is.
  }
}

/** The address, in lower case, for which this browser has asked for a link within the last hour. */
export function begunAddress(): string | undefined {
  try {
    const begun = JSON.parse(localStorage.getItem(KEY) ?? "null") as Begun | null;
    return begun && Date.now() - begun.at < LIFETIME_MS ? begun.email : undefined;
  } catch {
    return undefined;
  }
}

/** Whether this browser has asked for the link that brought a session of this account. */
export function hasBegunFlow(email: string | undefined): boolean {
  return email !== undefined && begunAddress() === email.toLowerCase();
}

/** Call when the link has been used. */
export function forgetBegunFlow(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing is stored then.
  }
}
