import { useState } from "react";

import { tabDraft } from "../../shared/browser/tab-draft.ts";
import { type Chosen, fileOf, type ImportDraft } from "../domain/exchange/import-draft.ts";
import type { CollectionTable } from "../domain/exchange/collection-table.ts";
import type { CheckedList } from "./check-list.ts";

/** The fingerprints of files, which are asked for often. */
const files = new WeakMap<CollectionTable, string>();

function fingerprintOf(table: CollectionTable): string {
  const known = files.get(table) ?? fileOf(table);
  files.set(table, known);
  return known;
}

/**
 * What was chosen in a dry run: it survives a reload, after which the same file is chosen again. The file itself isn't
 * kept, because it may be larger than what a browser stores for a tab.
 */
export function useImportDraft(userId: string) {
  const draft = tabDraft<ImportDraft>("import");
  const [stored, setStored] = useState(() => draft.read(userId));
  return {
    stored,
    /** The draft of this file. */
    of: (table: CollectionTable) => (stored?.file === fingerprintOf(table) ? stored : undefined),
    store(
      opened: { name: string; table: CollectionTable },
      { mapping, options }: CheckedList,
      chosen: Chosen,
    ) {
      const file = fingerprintOf(opened.table);
      draft.store(userId, { fileName: opened.name, file, mapping, options, ...chosen });
    },
    forget() {
      draft.remove(userId);
      setStored(undefined);
    },
  };
}
