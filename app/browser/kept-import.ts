import { clear, del, get, set } from "idb-keyval";

/** An import whose batches are not all sent, with the lines of its file. */
export interface KeptImport<Sent> {
  id: string;
  fileName: string;
  lines: Sent[];
  /** Lines that were sent. */
  done: number;
  refused: string[];
}

const nameOf = (userId: string) => `import-${userId}`;

/** The member's unfinished import in this browser; undefined if there is none, or storage is forbidden. */
export async function readKeptImport<Sent>(userId: string): Promise<KeptImport<Sent> | undefined> {
  return get<KeptImport<Sent>>(nameOf(userId)).catch(() => undefined);
}

export async function keepImport<Sent>(userId: string, kept: KeptImport<Sent>): Promise<void> {
  // Without storage an import goes on, but can't be resumed after it was left.
  await set(nameOf(userId), kept).catch(() => undefined);
}

export async function forgetImport(userId: string): Promise<void> {
  await del(nameOf(userId)).catch(() => undefined);
}

/** Forgets the imports of all members of this browser. Called when one signs out. */
export async function forgetImports(): Promise<void> {
  await clear().catch(() => undefined);
}
