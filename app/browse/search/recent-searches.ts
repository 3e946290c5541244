const KEY = "maillotheque.searches";
const MOST = 6;

/** The latest searches of this browser, newest first. They never leave it. */
export function recentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    if (!Array.isArray(stored)) return [];
    return stored.filter((query) => typeof query === "string").slice(0, MOST);
  } catch {
    return []; // storage is forbidden, or the entry isn't ours
  }
}

/** Puts a search first; the same one with other capitals goes. */
export function rememberSearch(query: string): void {
  const same = query.toLowerCase();
  store([query, ...recentSearches().filter((other) => other.toLowerCase() !== same)]);
}

export function forgetSearch(query: string): void {
  store(recentSearches().filter((other) => other !== query));
}

export function forgetSearches(): void {
  store([]);
}

function store(queries: string[]): void {
  try {
    if (queries.length === 0) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(queries.slice(0, MOST)));
  } catch {
    // Storage is forbidden: nothing is remembered.
  }
}
