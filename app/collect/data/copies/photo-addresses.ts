import { queryOptions } from "@tanstack/react-query";

import { browserClient } from "../../../shared/data/browser.ts";
import { stepsOf } from "../../../shared/data/in-steps.ts";
import { copyKeys } from "./keys.ts";
import { COPY_BUCKET, smallVersion, VALID_S } from "./photos.ts";

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
      for (const some of stepsOf(paths, AT_ONCE)) {
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
