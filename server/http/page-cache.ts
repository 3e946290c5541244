import { LRUCache } from "lru-cache";

import type { Page } from "./page.ts";

/** How long a page is sent as it is, and then while another is rendered, unless something it shows is written. */
const FRESH = 10_000;
const STALE = 60_000;
/**
 * How long a page is sent while writes go unheard. It may be kept elsewhere for five seconds more
 * (`headers` of app/root.tsx): what is approved is seen within ten.
 */
const UNHEARD = 5_000;
/** After a write a page is rendered anew, but never more often than this. */
const SHORTEST_FRESH = 1_000;
/** Longer than any rendering takes: rows written meanwhile are remembered for it. */
const LONGEST_RENDERING = 60_000;

/** Where a page came from: the cache, also when a new one is under way, somebody else's rendering or its own. */
export type CacheAnswer = "hit" | "stale" | "joined" | "rendered";

export interface PageCacheOptions {
  maxBytes?: number;
  /** Whether this cache hears of everything written. */
  isTold?: () => boolean;
  /** Told of every page given. */
  onAnswer?: (answer: CacheAnswer) => void;
  now?: () => number;
}

interface Entry {
  page: Page;
  /** When its rendering began: what was written after that is not in it. */
  since: number;
  /** Whether something it shows was written after that. */
  outdated: boolean;
}

/**
 * Keeps rendered pages that say they are the same for everyone. A fresh one is sent as it is; a
 * stale one is sent while it is rendered again; one whose rendering fails goes on being sent
 * (a database that is away takes no page away that was read before).
 */
export class PageCache {
  readonly #pages: LRUCache<string, Entry>;
  readonly #rendering = new Map<string, Promise<Page>>();
  readonly #touched: LRUCache<string, number>;
  readonly #now: () => number;
  readonly #onAnswer: (answer: CacheAnswer) => void;
  readonly #isTold: () => boolean;
  #lastWrite = 0;

  constructor({
    maxBytes = 32 * 1024 * 1024,
    now = Date.now,
    onAnswer = () => {},
    isTold = () => true,
  }: PageCacheOptions = {}) {
    this.#now = now;
    this.#onAnswer = onAnswer;
    this.#isTold = isTold;
    this.#pages = new LRUCache({
      maxSize: maxBytes,
      maxEntrySize: Math.max(1, maxBytes >> 3),
      sizeCalculation: ({ page }) => Math.ceil(page.size),
    });
    this.#touched = new LRUCache({ max: 10_000, ttl: LONGEST_RENDERING });
  }

  /** Something was written: pages rendered before no longer count as fresh. */
  invalidate(): void {
    this.#lastWrite = this.#now();
  }

  /** The same for the pages that show one of these rows. */
  touch(ids: string[]): void {
    if (ids.length === 0) return;
    const now = this.#now();
    for (const id of ids) this.#touched.set(id, now);
    for (const entry of this.#pages.values()) {
      entry.outdated ||= ids.some((id) => entry.page.ids.has(id));
    }
  }

  /** The page under `key`, from the cache where that is right, else from `render`. */
  async get(key: string, render: () => Promise<Page>): Promise<Page> {
    const entry = this.#pages.get(key);
    if (!entry) return this.#waitFor(key, render);
    const { page } = entry;
    if (this.#isFresh(entry)) {
      this.#onAnswer("hit");
      return page;
    }
    if (this.#isStale(entry)) {
      this.#onAnswer("stale");
      // Who asked for it has their page; the next one tries again.
      this.#render(key, render).catch(() => {});
      return page;
    }
    const answer = await this.#waitFor(key, render).catch(() => page);
    return answer.status >= 500 ? page : answer;
  }

  #waitFor(key: string, render: () => Promise<Page>): Promise<Page> {
    this.#onAnswer(this.#rendering.has(key) ? "joined" : "rendered");
    return this.#render(key, render);
  }

  /** The page under `key` where it may be sent without asking for another: fresh, or already asked for. */
  atHand(key: string): Page | undefined {
    const entry = this.#pages.get(key);
    if (!entry) return undefined;
    if (this.#isFresh(entry)) return entry.page;
    return this.#rendering.has(key) && this.#isStale(entry) ? entry.page : undefined;
  }

  #isFresh(entry: Entry): boolean {
    const longest = this.#isTold() ? FRESH : UNHEARD;
    return this.#now() - entry.since < (this.#isOutdated(entry) ? SHORTEST_FRESH : longest);
  }

  /** Whether it may still be sent while another is rendered. */
  #isStale(entry: Entry): boolean {
    const isYoung = this.#now() - entry.since < FRESH + STALE;
    return isYoung && this.#isTold() && !this.#isOutdated(entry);
  }

  #isOutdated({ outdated, since }: Entry): boolean {
    return outdated || since <= this.#lastWrite;
  }

  /** Requests for one page that arrive together share one rendering. */
  #render(key: string, render: () => Promise<Page>): Promise<Page> {
    const running = this.#rendering.get(key);
    if (running) return running;
    const since = this.#now();
    const started = render()
      .then((page) => {
        if (isKept(page)) {
          const before = this.#pages.get(key)?.page;
          // One that came out the same has been compressed already.
          const kept = before?.isSame(page) ? before : page;
          this.#pages.set(key, this.#entry(kept, since));
          return kept;
        }
        // Deleted, rejected: what is no longer public must not outlive its answer.
        if (page.status < 500) this.#pages.delete(key);
        return page;
      })
      .finally(() => this.#rendering.delete(key));
    this.#rendering.set(key, started);
    return started;
  }

  #entry(page: Page, since: number): Entry {
    const written = (id: string) => (this.#touched.get(id) ?? -1) >= since;
    return { page, since, outdated: this.#touched.size > 0 && [...page.ids].some(written) };
  }
}

/** Only a complete answer that says to caches between us and its readers that they may keep it. */
function isKept({ status, headers }: Page): boolean {
  const control = headers.get("cache-control") ?? "";
  const forAll = /\bpublic\b/.test(control) && /\bs-maxage=[1-9]/.test(control);
  return status === 200 && forAll && !headers.has("set-cookie");
}
