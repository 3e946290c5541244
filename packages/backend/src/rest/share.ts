import { type PlaceLimits, Places } from "../places.ts";
import { overloaded } from "./errors.ts";

/** Limits of requests that run at once. */
export interface ShareLimits extends PlaceLimits {
  /** Waiting requests of one client. */
  waiting: number;
}

/** As long as a request waits for a connection. */
const LONGEST_WAIT_MS = 5_000;

interface Waiting {
  caller: string;
  start(): void;
}

/**
 * Limits how many requests run at once, in all and for each client. Others wait in order of arrival:
 * requests are short, and a client has no more places however many of its requests wait. Those that
 * would wait too long are refused.
 */
export class Share {
  readonly #limits: ShareLimits;
  readonly #places: Places;
  readonly #waiting = new Set<Waiting>();

  constructor(limits: ShareLimits) {
    this.#limits = limits;
    this.#places = new Places(limits);
  }

  /** True if requests are waiting. */
  get isBusy(): boolean {
    return this.#waiting.size > 0;
  }

  /**
   * Runs `work` when there is room for it.
   * @throws {ApiError} 503 if there is none
   */
  async run<T>(caller: string, work: () => Promise<T>): Promise<T> {
    if (this.#places.hasRoom(caller)) this.#places.enter(caller);
    else await this.#turn(caller);
    try {
      return await work();
    } finally {
      this.#leave(caller);
    }
  }

  #leave(caller: string): void {
    this.#places.leave(caller);
    for (const waiting of this.#waiting) {
      if (this.#places.areFull) return;
      if (!this.#places.hasRoom(waiting.caller)) continue;
      this.#waiting.delete(waiting);
      this.#places.enter(waiting.caller);
      waiting.start();
    }
  }

  #turn(caller: string): Promise<void> {
    const same = [...this.#waiting].filter((each) => each.caller === caller).length;
    if (same >= this.#limits.waiting) return Promise.reject(overloaded());
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        caller,
        start() {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(waiting);
        reject(overloaded());
      }, LONGEST_WAIT_MS);
      this.#waiting.add(waiting);
    });
  }
}
