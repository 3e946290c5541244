import { useState } from "react";

import { keep, readKept } from "../browser/unsaved.ts";

/** State that outlives its form (`keep`), until it is forgotten because it was saved. */
export function useKept<T>(name: string, initial: T) {
  const [value, setValue] = useState(() => readKept<T>(name) ?? initial);
  function change(next: T) {
    setValue(next);
    keep(name, next);
  }
  return [value, change, () => keep(name)] as const;
}
