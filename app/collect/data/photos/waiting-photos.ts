import { queryOptions } from "@tanstack/react-query";

import { ownEntries } from "../../../shared/browser/offline-store.ts";
import { queryClient } from "../../../shared/data/query-client.ts";
import type { SeenPhoto } from "../../domain/photos/look.ts";

/** A photo that waits for its shirt, in this browser only. */
export interface WaitingPhoto extends SeenPhoto {
  id: string;
  /** Photos with the same one show one shirt; the id that its copy gets. */
  shirt: string;
  blob: Blob;
  small: Blob;
  /** When it was chosen, in milliseconds since 1970. */
  keptAt: number;
}

/** How long a photo waits (docs/product/collect.md 25.55). */
const KEPT_MS = 30 * 24 * 60 * 60_000;

const entriesOf = (userId: string) => ownEntries<WaitingPhoto>(userId, "intake");

const keyOf = (userId: string) => ["waiting-photos", userId] as const;

/** The photos that wait, in the order in which they were taken. Those that have waited too long are forgotten. */
export function waitingPhotos(userId: string) {
  return queryOptions({
    queryKey: keyOf(userId),
    networkMode: "always",
    staleTime: Infinity,
    queryFn: async (): Promise<WaitingPhoto[]> => {
      const entries = entriesOf(userId);
      const all = await Promise.all((await entries.names()).map((name) => entries.read(name)));
      const photos = all.filter((photo) => photo !== undefined);
      const isOld = ({ keptAt }: WaitingPhoto) => keptAt < Date.now() - KEPT_MS;
      await Promise.all(photos.filter(isOld).map(({ id }) => entries.remove(id)));
      return photos
        .filter((photo) => !isOld(photo))
        .sort((one, other) => one.takenAt - other.takenAt);
    },
  });
}

/** Shows photos on this page; the browser keeps them if it can. */
export async function keepPhotos(userId: string, photos: readonly WaitingPhoto[]): Promise<void> {
  const ids = new Set(photos.map(({ id }) => id));
  setWaiting(userId, (waiting) =>
    [...waiting.filter(({ id }) => !ids.has(id)), ...photos].sort(
      (one, other) => one.takenAt - other.takenAt,
    ),
  );
  const entries = entriesOf(userId);
  await Promise.all(photos.map((photo) => entries.store(photo.id, photo)));
}

/** Forgets photos, in this browser. */
export async function forgetPhotos(userId: string, ids: readonly string[]): Promise<void> {
  setWaiting(userId, (waiting) => waiting.filter(({ id }) => !ids.includes(id)));
  const entries = entriesOf(userId);
  await Promise.all(ids.map((id) => entries.remove(id)));
}

function setWaiting(userId: string, change: (waiting: WaitingPhoto[]) => WaitingPhoto[]): void {
  queryClient.setQueryData(keyOf(userId), (waiting: WaitingPhoto[] = []) => change(waiting));
}
