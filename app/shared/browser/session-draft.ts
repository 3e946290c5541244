const PREFIX = "maillotheque.kept.";

/**
 * Reads unsaved input. It lives as long as the browser's tab: a reload or the end of a session
 * doesn't lose it.
 */
export function readDraft<T>(name: string): T | undefined {
  try {
    const stored = sessionStorage.getItem(PREFIX + name);
    return stored === null ? undefined : (JSON.parse(stored) as T);
  } catch {
    return undefined; // storage is forbidden, or the entry isn't ours
  }
}

/** Stores unsaved input, or removes it when there is none. */
export function storeDraft(name: string, value?: unknown): void {
  try {
    if (value === undefined) sessionStorage.removeItem(PREFIX + name);
    else sessionStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Forms work without storage too.
  }
}

/** Removes all drafts of this tab. Called when a member signs out. */
export function clearDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
    }
  } catch {
    // Without storage there are no drafts.
  }
}
