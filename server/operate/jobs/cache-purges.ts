import type { Pool } from "@maillotheque/backend";
import type { SupabaseClient } from "@supabase/supabase-js";

import { IMAGE_WIDTHS, imageUrl, storedUrl } from "../../../app/shared/address/image-url.ts";
import type { Logger } from "../logger.ts";
import type { Env } from "../settings/env.ts";

const TIMEOUT_MS = 10_000;

/** Where the caches in front of the site learn which addresses to drop. */
export interface PurgeTarget {
  url: string;
  token?: string | undefined;
}

/** The files that left public view, as the database notes them. */
export interface PurgeQueue {
  /** Returns some that are due. They are due again later unless `finish` is called. */
  claim(): Promise<string[]>;
  finish(names: string[]): Promise<void>;
}

export const purgeTarget = ({ CDN_PURGE_URL: url, CDN_PURGE_TOKEN: token }: Env) =>
  url ? { url, token } : undefined;

/**
 * Posts the addresses of files that left public view, a few files at a time: services that purge take
 * 30 addresses or more. What isn't accepted is posted again after growing delays.
 * @param origin of the public addresses
 * @param target Without it, nobody is in front of the site, and the files are forgotten
 * @returns the number of files that were purged
 */
export async function purgeCaches(
  queue: PurgeQueue,
  origin: string,
  target: PurgeTarget | undefined,
  log: Pick<Logger, "warn">,
): Promise<number> {
  let purged = 0;
  for (let names = await queue.claim(); names.length > 0; names = await queue.claim()) {
    if (target) {
      try {
        await post(
          target,
          names.flatMap((name) => addressesOf(origin, name)),
        );
      } catch (error) {
        log.warn({ err: error, files: names }, "caches not purged, will be tried again");
        return purged;
      }
      purged += names.length;
    }
    await queue.finish(names);
  }
  return purged;
}

/** Every address by which the site shows a file. */
function addressesOf(origin: string, name: string): string[] {
  const renderings = (["cover", "contain"] as const).flatMap((fit) =>
    IMAGE_WIDTHS.map((width) => imageUrl(origin, name, { width, fit })),
  );
  return [origin + storedUrl(name), ...renderings];
}

async function post({ url, token }: PurgeTarget, files: string[]): Promise<void> {
  const answer = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ files }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`CDN_PURGE_URL answered ${answer.status}`);
}

/** With all rights: the embedded backend's own connection. */
export const databasePurges = (pool: Pick<Pool, "query">): PurgeQueue => ({
  async claim() {
    const { rows } = await pool.query<{ name: string }>(
      "select name from public.claim_cache_purges() name",
    );
    return rows.map(({ name }) => name);
  },
  async finish(names) {
    await pool.query("select public.finish_cache_purges($1)", [names]);
  },
});

/** Through a project's REST interface, with its secret key. */
export const projectPurges = (client: SupabaseClient): PurgeQueue => ({
  async claim() {
    const { data } = await client.rpc("claim_cache_purges").throwOnError();
    return data as string[];
  },
  async finish(names) {
    await client.rpc("finish_cache_purges", { names }).throwOnError();
  },
});
