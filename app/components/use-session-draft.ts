import { useState } from "react";

import { storeDraft, readDraft } from "../browser/session-draft.ts";

/** State that outlives its form (`storeDraft`); the third function removes it once it is saved. */
export function useSessionDraft<T>(name: string, initial: T) {
  const [value, setValue] = useState(() => readDraft<T>(name) ?? initial);
  function change(next: T) {
    setValue(next);
    storeDraft(name, next);
  }
  return [value, change, () => storeDraft(name)] as const;
}
