import { overloaded } from "./errors.ts";

/** Limits of requests that run at once. */
export interface ShareLimits {
  /** All together. */
  total: number;
  /** Of one client. */
  caller: number;
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
 * Limits how many requests run at once, in all and for each client. Others wait their turn; those
 * that would wait too long are refused.
 */
export class Share {
  readonly #limits: ShareLimits;
  readonly #running = new Map<string, number>();
  readonly #waiting = new Set<Waiting>();
  #total = 0;

  constructor(limits: ShareLimits) {
    this.#limits = limits;
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
    if (!this.#hasRoom(caller)) await this.#turn(caller);
    else this.#enter(caller);
    try {
      return await work();
    } finally {
      this.#leave(caller);
    }
  }

  #hasRoom(caller: string): boolean {
    return (
      this.#total < this.#limits.total && (this.#running.get(caller) ?? 0) < this.#limits.caller
    );
  }

  #enter(caller: string): void {
    this.#total += 1;
    this.#running.set(caller, (this.#running.get(caller) ?? 0) + 1);
  }

  #leave(caller: string): void {
    this.#total -= 1;
    const left = (this.#running.get(caller) ?? 1) - 1;
    if (left > 0) this.#running.set(caller, left);
    else this.#running.delete(caller);
    for (const waiting of this.#waiting) {
      if (this.#total >= this.#limits.total) return;
      if (!this.#hasRoom(waiting.caller)) continue;
      this.#waiting.delete(waiting);
      this.#enter(waiting.caller);
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
