import { type PlaceLimits, Places } from "../../places.ts";
import { StorageError, tooManyRequests } from "../errors.ts";

export interface TurnLimits extends PlaceLimits {
  /** Waiting tasks of one caller, and of all. Further ones are refused. */
  waiting: { perCaller: number; total: number };
}

/** A task that several callers may wait for. It is cancelled when all of them have left. */
export interface Task<T> {
  /**
   * Waits for the result.
   * @throws {StorageError} 429 if too many tasks wait, 499 if the caller leaves before the task runs
   */
  join(caller: string, signal?: AbortSignal): Promise<T>;
  /** Resolves when there is a result or failure, or when everybody has left. */
  settled: Promise<unknown>;
}

/** The part of a task that the queue uses. */
interface Entry {
  /** The callers in whose queue it stands. */
  callers: Set<string>;
  state: "new" | "waiting" | "running" | "over";
  start(): Promise<void>;
}

/**
 * Runs work on images. Callers take turns, so that one caller with many or long tasks delays others
 * by no more than the tasks that run already: a task may take a second, and a page asks for dozens.
 * Work for clients who have left isn't started.
 */
export class Turns {
  readonly #limits: TurnLimits;
  readonly #places: Places;
  readonly #queues = new Map<string, Set<Entry>>();
  /** The number of each caller's last turn, as long as the caller has tasks. */
  readonly #lastTurns = new Map<string, number>();
  #turn = 0;
  #waiting = 0;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
    this.#places = new Places(limits);
  }

  /** Runs work of one caller in its turn. */
  run<T>(caller: string, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    return this.task(work).join(caller, signal);
  }

  /** Creates a task. It is queued when the first caller joins. */
  task<T>(work: (signal: AbortSignal) => Promise<T>): Task<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    // Handled here, because nobody may be left to hear of a failure.
    const settled = Promise.allSettled([promise]);
    const left = new AbortController();
    let interested = 0;
    const entry: Entry = {
      callers: new Set(),
      state: "new",
      start: async () => {
        try {
          resolve(await work(left.signal));
        } catch (error) {
          reject(error);
        }
      },
    };
    const leave = () => {
      interested -= 1;
      if (interested > 0) return;
      left.abort(clientGone());
      if (entry.state === "waiting") this.#drop(entry);
      reject(clientGone());
    };
    return {
      settled,
      join: async (caller, signal) => {
        try {
          if (signal?.aborted) throw clientGone();
          this.#enqueue(entry, caller);
        } catch (error) {
          if (entry.state === "new") reject(error);
          throw error;
        }
        interested += 1;
        signal?.addEventListener("abort", leave, { once: true });
        try {
          return await promise;
        } finally {
          signal?.removeEventListener("abort", leave);
        }
      },
    };
  }

  /** A caller who joins a waiting task brings it forward to the caller's own turn. */
  #enqueue(entry: Entry, caller: string): void {
    if (entry.state === "running" || entry.state === "over" || entry.callers.has(caller)) return;
    const queue = this.#queues.get(caller) ?? new Set();
    const { perCaller, total } = this.#limits.waiting;
    if (entry.state === "new" && (queue.size >= perCaller || this.#waiting >= total)) {
      throw tooManyRequests("Too many images are being processed");
    }
    if (queue.size >= perCaller) return;
    if (entry.state === "new") this.#waiting += 1;
    entry.state = "waiting";
    entry.callers.add(caller);
    queue.add(entry);
    this.#queues.set(caller, queue);
    this.#startNext();
  }

  #startNext(): void {
    while (!this.#places.areFull) {
      const found = this.#next();
      if (!found) return;
      void this.#run(...found);
    }
  }

  /** The first task of the caller whose last turn is longest ago and who may run another one. */
  #next(): [entry: Entry, caller: string] | undefined {
    let next: string | undefined;
    for (const caller of this.#queues.keys()) {
      if (!this.#places.hasRoom(caller)) continue;
      if (next === undefined || this.#lastTurn(caller) < this.#lastTurn(next)) next = caller;
    }
    if (next === undefined) return undefined;
    const [entry] = this.#queues.get(next)!;
    return [entry!, next];
  }

  #lastTurn(caller: string): number {
    return this.#lastTurns.get(caller) ?? 0;
  }

  async #run(entry: Entry, caller: string): Promise<void> {
    this.#drop(entry);
    entry.state = "running";
    this.#lastTurns.set(caller, ++this.#turn);
    this.#places.enter(caller);
    await entry.start();
    entry.state = "over";
    this.#places.leave(caller);
    this.#forget(caller);
    this.#startNext();
  }

  #drop(entry: Entry): void {
    for (const caller of entry.callers) {
      const queue = this.#queues.get(caller);
      queue?.delete(entry);
      if (queue?.size === 0) this.#queues.delete(caller);
      this.#forget(caller);
    }
    entry.callers.clear();
    entry.state = "over";
    this.#waiting -= 1;
  }

  #forget(caller: string): void {
    if (!this.#queues.has(caller) && this.#places.of(caller) === 0) this.#lastTurns.delete(caller);
  }
}

/** Nobody reads this answer. */
const clientGone = () => new StorageError(499, "Aborted", "The client has closed the connection");
