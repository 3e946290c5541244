import type { Pool } from "../database/pool.ts";
import type { Caller } from "./caller.ts";
import { type FailedRead, type Read, readTogether } from "./execute.ts";
import type { Operation, Result } from "./operations/operation.ts";

/** Reads of one flush: later ones wait for all before them. */
const MOST_TOGETHER = 16;

interface Waiting extends Read {
  /** Runs the read by itself. */
  alone: () => Promise<Result>;
  settle: (result: Result | Promise<Result>) => void;
}

interface Batch {
  pool: Pool;
  caller: Caller;
  reads: Waiting[];
}

/**
 * Runs reads that belong together, and begin in one turn of the event loop, in one transaction on one
 * connection, in one network flush. A page reads eight things at once; by themselves, each costs a
 * system call, the wake-up of another database process, and the settings of role and claims.
 */
export class ReadBatches {
  /** The batches that are not sent yet. */
  readonly #open = new Map<object, Batch[]>();

  /** Whether an operation can share a transaction. */
  static accepts({ readOnly, isHeavy, check, estimate, timezone }: Operation): boolean {
    return readOnly && !isHeavy && !check && !estimate && timezone === undefined;
  }

  /**
   * @param together what the reads belong to, such as the rendering of a page: reads of others never wait for them
   * @param alone runs the read by itself: if it is the only one, or if one of its batch fails
   */
  run(
    together: object,
    pool: Pool,
    caller: Caller,
    read: Read,
    alone: () => Promise<Result>,
  ): Promise<Result> {
    const { promise, resolve } = Promise.withResolvers<Result>();
    const waiting = { ...read, alone, settle: resolve };
    const batches = this.#open.get(together) ?? this.#begin(together);
    const batch = batches.find(
      (open) => open.pool === pool && open.caller === caller && open.reads.length < MOST_TOGETHER,
    );
    if (batch) batch.reads.push(waiting);
    else batches.push({ pool, caller, reads: [waiting] });
    return promise;
  }

  #begin(together: object): Batch[] {
    const batches: Batch[] = [];
    this.#open.set(together, batches);
    setImmediate(() => {
      this.#open.delete(together);
      for (const batch of batches) void send(batch);
    });
    return batches;
  }
}

async function send({ pool, caller, reads }: Batch): Promise<void> {
  if (reads.length === 1) return reads[0]!.settle(reads[0]!.alone());
  const done = await readTogether(pool, caller, reads);
  for (const [index, { alone, settle }] of reads.entries()) {
    if (Array.isArray(done)) settle(done[index]!);
    else settle(isLate(done, index) ? Promise.reject(done.error) : alone());
  }
}

/** A read that took too long would do so again. */
function isLate({ position, error }: FailedRead, index: number): boolean {
  return position === index && error.code === "57014";
}
