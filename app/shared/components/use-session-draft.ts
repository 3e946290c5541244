import { useState } from "react";

import { storeDraft, readDraft } from "../browser/session-draft.ts";

/**
 * State with a draft in the session storage (`storeDraft`). The third function deletes the draft.
 */
export function useSessionDraft<T>(name: string, initial: T) {
  const [value, setValue] = useState(() => readDraft<T>(name) ?? initial);
  function change(next: T) {
    setValue(next);
    storeDraft(name, next);
  }
  return [value, change, () => storeDraft(name)] as const;
}
