import { listenTo } from "@maillotheque/backend";
import type { PageCache } from "./http/page-cache.ts";
import type { Logger } from "./logger.ts";

/** Filled by the triggers of `supabase/migrations`, and by servers for what these leave out. */
const CHANNEL = "public_changes";
const EVERYTHING = "*";
const ID = /^[0-9a-f-]{36}$/;

/** Ids per message: PostgreSQL takes 8000 bytes. */
const IDS = 200;
/** Changes are told together, this often. */
const INTERVAL = 1_000;

export interface Changes {
  /** Pages with these rows are outdated, here and on every other server. */
  touch(ids: string[]): void;
  /** Whether changes are heard of at all just now. */
  isFollowing(): boolean;
  close(): Promise<void>;
}

/** Keeps the page cache in step with the database and with the other servers on it. */
export function followChanges(url: string, cache: PageCache, log: Logger): Changes {
  const waiting = new Set<string>();
  const listening = listenTo({
    url,
    channel: CHANNEL,
    log,
    onMessage(message) {
      const ids = message.split(",").filter((id) => ID.test(id));
      if (message === EVERYTHING) cache.invalidate();
      else cache.touch(ids);
    },
    onListening: () => cache.invalidate(),
  });

  async function tellOthers(): Promise<void> {
    const ids = [...waiting];
    waiting.clear();
    for (let at = 0; at < ids.length; at += IDS) {
      await listening.notify(ids.slice(at, at + IDS).join(","));
    }
  }

  const timer = setInterval(() => {
    // Away, the database tells nobody; pages are read anew once it is back.
    if (waiting.size > 0) tellOthers().catch((error: unknown) => log.debug({ err: error }));
  }, INTERVAL);
  timer.unref();

  return {
    touch(ids) {
      cache.touch(ids);
      for (const id of ids) waiting.add(id);
    },
    isFollowing: () => listening.isListening(),
    async close() {
      clearInterval(timer);
      await listening.close();
    },
  };
}
