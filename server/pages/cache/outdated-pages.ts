import { type Backend, listenTo, type Logger } from "@maillotheque/backend";
import { setTimeout as sleep } from "node:timers/promises";

import { isUuid } from "../../../app/shared/domain/uuid.ts";
import type { PageCache } from "./page-cache.ts";

/** Triggers of `supabase/schemas` publish here; they alone define what a write outdates. */
const CHANNEL = "outdated_pages";
const EVERYTHING = "*";

/** The longest time that the answer to a write waits for its notifications. */
const LONGEST_WAIT_MS = 500;

/** Between two attempts to ask the primary. */
const RETRY_MS = 1_000;

/** The shortest time between two rounds of the worker, so that a busy site derives for many writes at once. */
const INTERVAL_MS = 250;

/** How many changes the worker takes at once. */
const TAKEN_AT_ONCE = 1_000;

export interface OutdatedPages {
  /** Call after a write of this server. Resolves when the cache knows what it has outdated. */
  afterWrite(): Promise<void>;
  /** Whether notifications arrive at the moment. */
  isFollowing(): boolean;
  close(): Promise<void>;
}

/** Synchronises the page cache with the database, and thereby with the other servers on it. */
export function followOutdatedPages(
  url: string,
  backend: Pick<Backend, "pool" | "showToVisitors">,
  cache: PageCache,
  log: Logger,
  name?: string,
): OutdatedPages {
  const { pool } = backend;
  /** Resolves when the cache knows all that has arrived. */
  let known = Promise.resolve();

  /** Pages are rendered again only from a database that has the change. */
  function outdate(publish: () => void): void {
    const shown = backend.showToVisitors().catch(() => void outdateAgain(publish));
    known = Promise.all([known, shown]).then(publish);
  }

  const ended = new AbortController();
  const { signal } = ended;
  const waiting = new Set<() => void>();

  /**
   * Outdates pages once more as soon as the primary can be asked: what is rendered before may come
   * from a replica without the change.
   */
  async function outdateAgain(publish: () => void): Promise<void> {
    waiting.add(publish);
    if (waiting.size > 1) return;
    while (waiting.size > 0) {
      await sleep(RETRY_MS, undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) return;
      const due = [...waiting];
      const isShown = await backend.showToVisitors().then(
        () => true,
        () => false,
      );
      if (!isShown) continue;
      for (const late of due) {
        waiting.delete(late);
        late();
      }
    }
  }

  const listening = listenTo({
    url,
    channel: CHANNEL,
    name,
    log,
    onMessage(message) {
      if (message === EVERYTHING) outdate(() => cache.invalidate());
      else outdate(() => cache.touch(message.split(",").filter(isUuid)));
    },
    onListening: () => outdate(() => cache.invalidate()),
  });

  let running = Promise.resolve();
  let next: Promise<void> | undefined;

  /** Waits for the notifications of all commits so far. Calls during one round share the next. */
  function catchUp(): Promise<void> {
    next ??= running.then(() => {
      next = undefined;
      const late = sleep(LONGEST_WAIT_MS, undefined, { ref: false }).then(() => {
        throw new Error("The database doesn't answer.");
      });
      // Not all that a member takes away is announced: a note, a copy and a photo are on pages that no cache stores.
      const shown = backend.showToVisitors().catch(() => undefined);
      const caughtUp = Promise.all([listening.catchUp(), shown]).then(() => known);
      running = Promise.race([caughtUp, late]).catch(() => cache.invalidate());
      return running;
    });
    return next;
  }

  let timer: NodeJS.Timeout | undefined;
  let derived = 0;

  function deriveSoon(): void {
    timer ??= setTimeout(
      () => void derive(),
      Math.max(0, derived + INTERVAL_MS - Date.now()),
    ).unref();
  }

  async function derive(): Promise<void> {
    timer = undefined;
    derived = Date.now();
    try {
      const { rows } = await pool.query<{ taken: number }>(
        `select public.derive(${TAKEN_AT_ONCE}) as taken`,
      );
      if (rows[0]?.taken === TAKEN_AT_ONCE) deriveSoon(); // the rest follows a moment later
    } catch (error) {
      // The job tries again, and says so.
      log.debug({ err: error });
    }
  }

  return {
    async afterWrite() {
      deriveSoon();
      if (listening.isListening()) await catchUp();
      else cache.invalidate();
    },
    isFollowing: () => listening.isListening(),
    async close() {
      ended.abort();
      clearTimeout(timer);
      if (timer) await derive(); // the other servers need the notification
      await listening.close();
    },
  };
}
