import { NoRoom, type PlaceLimits, Places } from "./places.ts";

/** Limits of work that runs at once. */
export interface ShareLimits extends PlaceLimits {
  /** Waiting pieces of work of one caller. */
  waiting: number;
}

/** As long as a request waits for a connection. */
const LONGEST_WAIT_MS = 5_000;

/**
 * Limits how much work runs at once, in all and for each caller. More waits: a caller has no more places
 * however much of its work waits, and waiting callers take turns, each with its oldest work first. So a
 * caller whose places others have taken waits for about one piece of work of each of them. Work that would
 * wait too long is refused.
 */
export class Share {
  readonly #limits: ShareLimits;
  readonly #places: Places;
  /** What starts the waiting work of each caller. The caller whose turn is next comes first. */
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor(limits: ShareLimits) {
    this.#limits = limits;
    this.#places = new Places(limits);
  }

  /** True if work is waiting. */
  get isBusy(): boolean {
    return this.#waiting.size > 0;
  }

  /**
   * Runs `work` when there is room for it.
   * @throws {NoRoom} if there is none
   */
  async run<T>(caller: string, work: () => Promise<T>): Promise<T> {
    if (this.#places.hasRoom(caller)) this.#places.enter(caller);
    else await this.#turn(caller);
    try {
      return await work();
    } finally {
      this.#places.leave(caller);
      this.#startNext();
    }
  }

  #startNext(): void {
    for (const [caller, works] of this.#waiting) {
      if (this.#places.areFull) return;
      if (!this.#places.hasRoom(caller)) continue;
      const [start] = works;
      this.#forget(caller, start!);
      if (works.size > 0) {
        // To the end: it is the others' turn.
        this.#waiting.delete(caller);
        this.#waiting.set(caller, works);
      }
      this.#places.enter(caller);
      start!();
    }
  }

  #turn(caller: string): Promise<void> {
    const works = this.#waiting.get(caller) ?? new Set();
    if (works.size >= this.#limits.waiting) return Promise.reject(new NoRoom());
    this.#waiting.set(caller, works);
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#forget(caller, start);
        reject(new NoRoom());
      }, LONGEST_WAIT_MS);
      works.add(start);
    });
  }

  #forget(caller: string, start: () => void): void {
    const works = this.#waiting.get(caller)!;
    works.delete(start);
    if (works.size === 0) this.#waiting.delete(caller);
  }
}
