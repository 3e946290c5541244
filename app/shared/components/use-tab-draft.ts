import { useState } from "react";

import { type DraftName, tabDraft } from "../browser/tab-draft.ts";

/** State with a draft of the tab (`tabDraft`). The third function deletes the draft. */
export function useTabDraft<T>(name: DraftName, about: string, initial: T) {
  const draft = tabDraft<T>(name);
  const [value, setValue] = useState(() => draft.read(about) ?? initial);
  function change(next: T) {
    setValue(next);
    draft.store(about, next);
  }
  return [value, change, () => draft.remove(about)] as const;
}
