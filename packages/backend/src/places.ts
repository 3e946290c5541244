/** How much may run at once. */
export interface PlaceLimits {
  /** All together. */
  total: number;
  /** Of one caller. */
  caller: number;
}

/** There is no place for more now. */
export class NoRoom extends Error {
  constructor() {
    super("too much at once");
  }
}

/**
 * Counts what runs at once, in all and of each caller. Whoever finds no room is refused
 * (`ConcurrencyLimit` of a project's server), waits for its turn (`Share`), or takes turns
 * with other callers (`Turns`).
 */
export class Places {
  readonly #limits: PlaceLimits;
  readonly #callers = new Map<string, number>();
  #total = 0;

  constructor(limits: PlaceLimits) {
    this.#limits = limits;
  }

  /** True if nothing at all can be admitted. */
  get areFull(): boolean {
    return this.#total >= this.#limits.total;
  }

  /** What runs of one caller. */
  of(caller: string): number {
    return this.#callers.get(caller) ?? 0;
  }

  /** How many more of one caller could be admitted. */
  room(caller: string): number {
    const { total, caller: most } = this.#limits;
    return Math.max(0, Math.min(total - this.#total, most - this.of(caller)));
  }

  hasRoom(caller: string): boolean {
    return this.room(caller) > 0;
  }

  enter(caller: string): void {
    this.#total += 1;
    this.#callers.set(caller, this.of(caller) + 1);
  }

  leave(caller: string): void {
    this.#total -= 1;
    const others = this.of(caller) - 1;
    if (others > 0) this.#callers.set(caller, others);
    else this.#callers.delete(caller);
  }
}
