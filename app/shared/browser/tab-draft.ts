/**
 * All drafts in the session storage, each with the version of its shape. A higher version leaves
 * what was stored before, which ends with the tab.
 */
const VERSIONS = {
  admin: 1,
  "admin.line-ups": 1,
  comment: 1,
  contest: 1,
  copy: 1,
  "copy.last": 1,
  duel: 1,
  edit: 1,
  guess: 1,
  import: 1,
  list: 1,
  "list.new": 1,
  "list.note": 1,
  merging: 1,
  profile: 1,
  report: 1,
  review: 1,
  showcase: 1,
  "sign-up": 1,
  suggestion: 1,
};

export type DraftName = keyof typeof VERSIONS;

const PREFIX = "maillotheque.kept.";

/**
 * Unsaved input of one kind. It lives as long as the browser's tab: a reload or the end of a session
 * doesn't lose it, signing out does (`clearDrafts`).
 */
interface TabDraft<T> {
  /** @param about the member's id, or what the input is about */
  read(about: string): T | undefined;
  store(about: string, value: T): void;
  remove(about: string): void;
}

export function tabDraft<T>(name: DraftName): TabDraft<T> {
  const keyOf = (about: string) => {
    const version = VERSIONS[name];
    return `${PREFIX}${name}${about && "."}${about}${version > 1 ? `@${version}` : ""}`;
  };
  return {
    read(about) {
      try {
        const stored = sessionStorage.getItem(keyOf(about));
        return stored === null ? undefined : (JSON.parse(stored) as T);
      } catch {
        return undefined; // storage is forbidden, or the entry isn't ours
      }
    },
    store(about, value) {
      try {
        sessionStorage.setItem(keyOf(about), JSON.stringify(value));
      } catch {
        // Forms work without storage too.
      }
    },
    remove(about) {
      try {
        sessionStorage.removeItem(keyOf(about));
      } catch {
        // As above.
      }
    },
  };
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
