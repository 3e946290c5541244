import type { WishKey } from "../data/shelves/wishes.ts";

/** The texts of the dialogs about copies. */
export const COPY_TEXTS = ["copies", "submit", "facts", "collection"] as const;

/** The copy to edit, or the jersey of which to add one. */
export interface CopyToEdit {
  userId: string;
  /** Null if the jersey of the copy was deleted. */
  jerseyId: string | null;
  /** Undefined for a new copy. */
  copyId?: string | undefined;
}

/** What is asked before copies are taken out of the collection. */
export interface TakeOut {
  title: string;
  count: number;
}

/** The wish to say more about. */
export interface WishToEdit {
  userId: string;
  wish: WishKey;
  title: string;
}

/** What a page may ask of the editor, which is not part of it. */
export type CopyRequest =
  | { kind: "edit"; copy: CopyToEdit }
  | { kind: "wish"; wish: WishToEdit }
  | { kind: "takeOut"; takeOut: TakeOut; answer: (isWanted: boolean) => void };

/*
 * The editor is one for all pages (`collect/copy-editor/copy-editor-host.tsx`), and loads when it is asked for.
 * The component that asks may unmount before the dialog opens (toast, menu, refreshed card), so it asks a host.
 */
let host: ((request: CopyRequest) => void) | undefined;

/** Registers who answers. Returns a function that ends it. */
export function onCopyRequest(answer: (request: CopyRequest) => void): () => void {
  host = answer;
  return () => {
    if (host === answer) host = undefined;
  };
}

/** Opens the editor of a copy. */
export function editCopy(copy: CopyToEdit): void {
  host?.({ kind: "edit", copy });
}

/** Opens the editor of a wish. */
export function editWish(wish: WishToEdit): void {
  host?.({ kind: "wish", wish });
}

/** Asks whether copies with details may be taken out. */
export function askTakeOut(takeOut: TakeOut): Promise<boolean> {
  return new Promise((answer) => {
    if (host) host({ kind: "takeOut", takeOut, answer });
    else answer(false);
  });
}
