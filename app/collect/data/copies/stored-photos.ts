import { queryOptions } from "@tanstack/react-query";

import { ownEntries } from "../../../shared/browser/offline-store.ts";
import { storedSession } from "../../../shared/session/stored-session.ts";
import type { Copy } from "../../domain/copies/copy.ts";
import { copyKeys } from "./keys.ts";

/** Small photos that a browser stores, and the size of the largest in bytes: 20 MB at most. */
const MOST = 400;
const LARGEST = 50_000;

/** A photo is below its owner's id. */
const entriesOf = (path: string) => ownEntries<Blob>(path.split("/")[0] ?? "", "photo");

/** The address of a small photo in this browser's store; null if it isn't there. */
export function storedPhoto(path: string) {
  return queryOptions({
    queryKey: [...copyKeys.photo(path), "stored"] as const,
    networkMode: "always",
    queryFn: async () => {
      const photo = await entriesOf(path).read(path);
      return photo ? URL.createObjectURL(photo) : null;
    },
    // The address is valid as long as the page.
    staleTime: Infinity,
    gcTime: Infinity,
  });
}

/** Stores a small photo that the page shows, once. What fails isn't stored. */
export async function storePhoto(path: string, address: string): Promise<void> {
  const entries = entriesOf(path);
  const names = await entries.names();
  if (names.includes(path) || names.length >= MOST) return;
  // The browser has just read it: `force-cache` asks for nothing again.
  const answer = await fetch(address, { cache: "force-cache" }).catch(() => undefined);
  const photo = answer?.ok ? await answer.blob() : undefined;
  // Don't store after the member has signed out.
  const isOwner = storedSession()?.user.id === path.split("/")[0];
  if (photo && photo.size <= LARGEST && isOwner) await entries.store(path, photo);
}

/** Forgets the photos of copies that aren't there any more. */
export async function keepPhotosOf(userId: string, copies: readonly Copy[]): Promise<void> {
  const entries = ownEntries<Blob>(userId, "photo");
  const shown = new Set(copies.flatMap(({ photos }) => photos.map(({ path }) => path)));
  for (const path of await entries.names()) if (!shown.has(path)) await entries.remove(path);
}
