import { draftDatabase } from "./database-draft.ts";

/**
 * What this browser stores of a member's own, to be read without a network, and what waits to be sent. Signing out empties it
 * (docs/security.md); the next member of this browser sees nothing of it.
 */
const database = draftDatabase("maillotheque.offline", "own");

/** `unsent` and `intake` were typed and chosen here; the others can be read from the site again. */
export type OwnKind = "query" | "photo" | "unsent" | "intake";

const READ: readonly string[] = ["query", "photo"] satisfies OwnKind[];

/** Entries of one kind that belong to one member. */
export function ownEntries<Value>(userId: string, kind: OwnKind) {
  const keyOf = (name: string) => [userId, kind, name];
  const range = () => IDBKeyRange.bound([userId, kind], [userId, kind, []]);
  return {
    async read(name: string): Promise<Value | undefined> {
      return (await database.get(keyOf(name))) as Value | undefined;
    },
    store: (name: string, value: Value) => database.put(keyOf(name), value),
    remove: (name: string) => database.delete(keyOf(name)),
    async names(): Promise<string[]> {
      return (await database.keys(range())).map((key) => String((key as string[])[2]));
    },
  };
}

/** Forgets what is stored of all members of this browser. Called when one signs out or deletes the account. */
export async function forgetOwn(): Promise<void> {
  await database.clear();
  // The pages that were opened last, and their pictures, tell who was here.
  if (!("caches" in globalThis)) return;
  const opened = (await caches.keys()).filter((name) => /-(pages|titles|pictures)$/.test(name));
  await Promise.all(opened.map((name) => caches.delete(name)));
}

/**
 * Forgets what can be read again, but of one member. Called when a session has expired, and when somebody signs in after
 * it: what the other typed waits for them.
 */
export async function forgetReadBut(userId: string | undefined): Promise<void> {
  const all = await database.keys(IDBKeyRange.lowerBound([]));
  const others = (all as string[][]).filter(
    ([owner, kind]) => owner !== userId && READ.includes(kind!),
  );
  await Promise.all(others.map((key) => database.delete(key)));
}
