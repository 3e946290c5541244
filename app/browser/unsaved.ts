const PREFIX = "maillotheque.kept.";

/**
 * What was typed and not saved yet, kept for as long as the browser's tab is open: neither a reload
 * nor a session that ends in the middle loses it.
 */
export function readKept<T>(name: string): T | undefined {
  try {
    const stored = sessionStorage.getItem(PREFIX + name);
    return stored === null ? undefined : (JSON.parse(stored) as T);
  } catch {
    return undefined; // storage forbidden, or not ours
  }
}

/** Keeps a value, or forgets it. */
export function keep(name: string, value?: unknown): void {
  try {
    if (value === undefined) sessionStorage.removeItem(PREFIX + name);
    else sessionStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Without storage forms work all the same.
  }
}

/** Of a member who signs out, nothing stays in the tab. */
export function forgetAllKept(): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
    }
  } catch {
    // Nothing was kept then.
  }
}
