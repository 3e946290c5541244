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

/** Whether this browser has asked for the link that brought a session of this account. */
export function hasBegunFlow(email: string | undefined): boolean {
  try {
    const begun = JSON.parse(localStorage.getItem(KEY) ?? "null") as Begun | null;
    if (!begun || !email || begun.email !== email.toLowerCase()) return false;
    return Date.now() - begun.at < LIFETIME_MS;
  } catch {
    return false;
  }
}

/** Call when the link has been used. */
export function forgetBegunFlow(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing is stored then.
  }
}
