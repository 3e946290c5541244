import type { Pool } from "../database/pool.ts";
import type { Caller } from "./caller.ts";
import { type Read, readTogether } from "./execute.ts";
import type { Operation, Result } from "./operations/operation.ts";

/** Reads of one flush: later ones wait for all before them. */
const MOST_TOGETHER = 16;

interface Waiting extends Read {
  /** Runs the read by itself. */
  alone: () => Promise<Result>;
  settle: (result: Result | Promise<Result>) => void;
}

/**
 * Runs reads that a caller asks for in one turn of the event loop together: one connection, one
 * transaction, one network flush. A page reads eight things at once; by themselves, each costs a system
 * call, the wake-up of another database process, and the settings of role and claims.
 */
export class ReadBatches {
  readonly #open = new Map<Pool, Map<Caller, Waiting[]>>();

  /** Whether an operation can share a transaction. */
  static accepts({ readOnly, isHeavy, check, estimate, timezone }: Operation): boolean {
    return readOnly && !isHeavy && !check && !estimate && timezone === undefined;
  }

  /** @param alone runs the read by itself: if it is the only one, or if one of its batch fails */
  run(pool: Pool, caller: Caller, read: Read, alone: () => Promise<Result>): Promise<Result> {
    const { promise, resolve } = Promise.withResolvers<Result>();
    const ofPool = this.#open.get(pool) ?? new Map<Caller, Waiting[]>();
    this.#open.set(pool, ofPool);
    const batch = ofPool.get(caller);
    const waiting = { ...read, alone, settle: resolve };
    if (batch && batch.length < MOST_TOGETHER) {
      batch.push(waiting);
      return promise;
    }
    const started = [waiting];
    ofPool.set(caller, started);
    setImmediate(() => {
      if (ofPool.get(caller) === started) ofPool.delete(caller);
      void send(pool, caller, started);
    });
    return promise;
  }
}

async function send(pool: Pool, caller: Caller, batch: Waiting[]): Promise<void> {
  const results = batch.length > 1 && (await readTogether(pool, caller, batch).catch(() => null));
  for (const [index, { alone, settle }] of batch.entries()) {
    settle(results ? results[index]! : alone());
  }
}
