import { LRUCache } from "lru-cache";

import { addDays, dayAt, startOf } from "../../../app/shared/domain/day.ts";
import type { Page } from "../page.ts";
import type { Share } from "./stored-pages.ts";

/**
 * How long a page is sent without rendering it again, in milliseconds, unless a row that it shows
 * changes. After that it is sent while it is rendered again.
 */
const FRESH = 10_000;
const STALE = 60_000;
/**
 * How long a page is sent while the cache receives no notifications, in milliseconds. Other caches
 * may store it for five seconds more (`headers` of app/root.tsx): an approved jersey is visible
 * within ten.
 */
const UNHEARD = 5_000;
/** The shortest time between two renderings of a page after writes, in milliseconds. */
const SHORTEST_FRESH = 1_000;
/**
 * Longer than any rendering, in milliseconds: rows written during a rendering are remembered for
 * it.
 */
const LONGEST_RENDERING = 60_000;

/**
 * The source of a page: the cache ("stale" if a new rendering has started), another request's
 * rendering, or its own.
 */
export type CacheAnswer = "hit" | "stale" | "joined" | "rendered";

export interface PageCacheOptions {
  maxBytes?: number;
  /** Whether this cache receives notifications of all writes. */
  isFollowing?: () => boolean;
  /** Called for every page returned. */
  onAnswer?: (answer: CacheAnswer) => void;
  now?: () => number;
}

interface Entry {
  page: Page;
  /** The ids of the rows that were read for it, the last time that it was rendered. */
  ids: ReadonlySet<string>;
  /** When its rendering began: the page lacks later writes. */
  since: number;
  /** Whether a row that was read for it was written after that. */
  outdated: boolean;
}

/**
 * Caches rendered pages and permanent redirects that are the same for everyone. A fresh page is sent as it is; a stale one
 * is sent while it is rendered again. If that rendering fails, the old page stays in use: pages
 * stay readable while the database is away.
 */
export class PageCache {
  readonly #shares: Record<Share, LRUCache<string, Entry>>;
  readonly #rendering = new Map<string, Promise<Page>>();
  readonly #touched: LRUCache<string, number>;
  readonly #now: () => number;
  readonly #onAnswer: (answer: CacheAnswer) => void;
  readonly #isFollowing: () => boolean;
  #lastWrite = 0;
  /** When the day began and ends: a page of the day before may show its jersey. */
  #day = { from: 0, to: 0 };

  constructor({
    maxBytes = 32 * 1024 * 1024,
    now = Date.now,
    onAnswer = () => {},
    isFollowing = () => true,
  }: PageCacheOptions = {}) {
    this.#now = now;
    this.#onAnswer = onAnswer;
    this.#isFollowing = isFollowing;
    const share = (maxSize: number) =>
      new LRUCache<string, Entry>({
        maxSize,
        maxEntrySize: Math.max(1, maxBytes >> 3),
        sizeCalculation: ({ page }) => Math.ceil(page.size),
      });
    const freeBytes = Math.ceil(maxBytes / 4);
    this.#shares = { pages: share(maxBytes - freeBytes), free: share(freeBytes) };
    this.#touched = new LRUCache({ max: 10_000, ttl: LONGEST_RENDERING });
  }

  /** Makes all pages rendered so far stale. */
  invalidate(): void {
    this.#lastWrite = this.#now();
  }

  /** Makes the pages for which one of these rows was read stale. */
  touch(ids: string[]): void {
    if (ids.length === 0) return;
    const now = this.#now();
    for (const id of ids) this.#touched.set(id, now);
    for (const share of Object.values(this.#shares)) {
      for (const entry of share.values()) entry.outdated ||= ids.some((id) => entry.ids.has(id));
    }
  }

  /** The page under `key`, from the cache if possible, else from `render`. A key is always of the same share. */
  async get(key: string, render: () => Promise<Page>, share: Share = "pages"): Promise<Page> {
    const entry = this.#shares[share].get(key);
    if (!entry) return this.#waitFor(key, render, share);
    const { page } = entry;
    if (this.#isFresh(entry)) {
      this.#onAnswer("hit");
      return page;
    }
    if (this.#isStale(entry)) {
      this.#onAnswer("stale");
      // This request already has its page; the next one retries.
      this.#render(key, render, share).catch(() => {});
      return page;
    }
    const answer = await this.#waitFor(key, render, share).catch(() => page);
    return answer.status >= 500 ? page : answer;
  }

  /** A page that must not be stored. */
  pass(render: () => Promise<Page>): Promise<Page> {
    this.#onAnswer("rendered");
    return render();
  }

  #waitFor(key: string, render: () => Promise<Page>, share: Share): Promise<Page> {
    this.#onAnswer(this.#rendering.has(key) ? "joined" : "rendered");
    return this.#render(key, render, share);
  }

  /**
   * The page under `key` if it can be sent without starting a rendering: it is fresh, or its
   * rendering is running.
   */
  atHand(key: string): Page | undefined {
    const entry = this.#shares.pages.get(key) ?? this.#shares.free.get(key);
    if (!entry) return undefined;
    if (this.#isFresh(entry)) return entry.page;
    return this.#rendering.has(key) && this.#isStale(entry) ? entry.page : undefined;
  }

  #isFresh(entry: Entry): boolean {
    const longest = this.#isFollowing() ? FRESH : UNHEARD;
    return this.#now() - entry.since < (this.#isOutdated(entry) ? SHORTEST_FRESH : longest);
  }

  /** Whether the page may still be sent while it is rendered again. */
  #isStale(entry: Entry): boolean {
    const isYoung = this.#now() - entry.since < FRESH + STALE;
    return isYoung && this.#isFollowing() && !this.#isOutdated(entry);
  }

  #isOutdated({ outdated, since }: Entry): boolean {
    return outdated || since <= this.#lastWrite || since < this.#dayBegan();
  }

  #dayBegan(): number {
    const now = this.#now();
    if (now >= this.#day.to) {
      const day = dayAt(new Date(now));
      this.#day = { from: startOf(day).getTime(), to: startOf(addDays(day, 1)).getTime() };
    }
    return this.#day.from;
  }

  /** Concurrent requests for one page share one rendering. */
  #render(key: string, render: () => Promise<Page>, share: Share): Promise<Page> {
    const running = this.#rendering.get(key);
    if (running) return running;
    const since = this.#now();
    const stored = this.#shares[share];
    const started = render()
      .then((page) => {
        if (isCacheable(page)) {
          const before = stored.get(key)?.page;
          // An unchanged page has been compressed already.
          const latest = before?.isSame(page) ? before : page;
          stored.set(key, this.#entry(latest, page.ids, since));
          return latest;
        }
        // Deleted or rejected: a page that is no longer public must leave the cache.
        if (page.status < 500) stored.delete(key);
        return page;
      })
      .finally(() => this.#rendering.delete(key));
    this.#rendering.set(key, started);
    return started;
  }

  #entry(page: Page, ids: ReadonlySet<string>, since: number): Entry {
    const written = (id: string) => (this.#touched.get(id) ?? -1) >= since;
    return { page, ids, since, outdated: this.#touched.size > 0 && [...ids].some(written) };
  }
}

/** Permanent redirects, which `redirect()` and a proxy before it send. */
const MOVED = [301, 308];

/** Whether the answer is complete and allows shared caches to store it. */
function isCacheable({ status, headers }: Page): boolean {
  const control = headers.get("cache-control") ?? "";
  const forAll = /\bpublic\b/.test(control) && /\bs-maxage=[1-9]/.test(control);
  const isComplete = status === 200 || (MOVED.includes(status) && headers.has("location"));
  return isComplete && forAll && !headers.has("set-cookie");
}
