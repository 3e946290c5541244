const PREFIX = "maillotheque.kept.";

/**
 * Unsaved input. It lives as long as the browser's tab, so neither a reload nor the end of a session
 * loses it.
 */
export function readDraft<T>(name: string): T | undefined {
  try {
    const stored = sessionStorage.getItem(PREFIX + name);
    return stored === null ? undefined : (JSON.parse(stored) as T);
  } catch {
    return undefined; // storage forbidden, or not ours
  }
}

/** Stores unsaved input, or removes it when there is none. */
export function storeDraft(name: string, value?: unknown): void {
  try {
    if (value === undefined) sessionStorage.removeItem(PREFIX + name);
    else sessionStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Without storage forms work all the same.
  }
}

/** A member who signs out leaves nothing in the tab. */
export function clearDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
    }
  } catch {
    // Nothing was stored then.
  }
}
