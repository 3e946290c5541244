import { queryOptions } from "@tanstack/react-query";

import { browserClient } from "../../../shared/data/browser.ts";
import type { Client } from "../../../shared/data/client.ts";
import { copyKeys } from "./keys.ts";
import { COPY_BUCKET, smallVersion } from "./photos.ts";

/** How long an address opens its file, in seconds. */
const VALID_S = 60 * 60;

/** Paths per request. */
const AT_ONCE = 200;

/** The addresses of small photos by the paths of their photos; those without a file are left out. */
export function smallPhotoAddresses(userId: string, paths: readonly string[]) {
  return queryOptions({
    queryKey: [...copyKeys.all(userId), "photos", paths] as const,
    // Read again before the addresses end.
    staleTime: (VALID_S * 1000) / 2,
    enabled: paths.length > 0,
    queryFn: async (): Promise<ReadonlyMap<string, string>> => {
      const { storage } = await browserClient();
      const found = new Map<string, string>();
      for (let place = 0; place < paths.length; place += AT_ONCE) {
        const some = paths.slice(place, place + AT_ONCE);
        const { data, error } = await storage
          .from(COPY_BUCKET)
          .createSignedUrls(some.map(smallVersion), VALID_S);
        if (error) throw error;
        for (const [at, { signedUrl }] of data.entries()) {
          const path = some[at];
          if (signedUrl && path) found.set(path, signedUrl);
        }
      }
      return found;
    },
  });
}

/** Reads the file of a photo. */
export async function downloadPhoto(client: Client, path: string): Promise<Blob> {
  const { data, error } = await client.storage.from(COPY_BUCKET).download(path);
  if (error) throw error;
  return data;
}
