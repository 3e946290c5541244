import { setTimeout as sleep } from "node:timers/promises";

import type { Logger } from "../logger.ts";
import { createPool, type Pool } from "./pool.ts";
import { isUnreachable } from "./unreachable.ts";

/** Where reads of visitors go. */
export interface Replicas {
  /** A replica that has all that must be seen, in turn; undefined if there is none. */
  pick(): Promise<Replica | undefined>;
  /**
   * Call after a write that visitors must see from now on. Resolves when the primary's position is
   * known: only replicas that have reached it are picked then.
   */
  demand(): Promise<void>;
  /** Their connections by name, for metrics. */
  pools: Record<string, Pool>;
  close(): Promise<void>;
}

export interface Replica {
  readonly pool: Pool;
  /** Call when a request failed there: a replica that doesn't answer is left out for a while. */
  failed(error: unknown): void;
}

export interface ReplicasOptions {
  urls: string[];
  /** Creates the connections for requests to a replica. */
  connect: (url: string) => Pool;
  /** The primary's address. */
  primaryUrl: string;
  /** Seconds that a replica may be behind the primary. */
  longestLag: number;
  log: Logger;
}

/** Between two looks at the positions, and before a replica that failed is tried again, in milliseconds. */
const INTERVAL_MS = 1_000;
/** The longest time that a server takes to tell its position, in milliseconds. */
const PATIENCE_MS = 1_000;

/**
 * A server's position in the write-ahead log, in bytes, and what only servers of one site have in
 * common. A standby that was promoted writes a log of its own. Null where a service doesn't tell.
 */
const LOOK = `
  select (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_insert_lsn() end
      - '0/0'::pg_lsn)::float8 as position,
    (select kid from backend.signing_keys order by created_at, kid limit 1) as site`;

interface Seen {
  position: number | null;
  site: string | null;
}

/**
 * Follows the positions of replicas. One is picked while it has every change that was demanded, and
 * all that the primary had `longestLag` seconds ago.
 */
export function followReplicas({
  urls,
  connect,
  primaryUrl,
  longestLag,
  log,
}: ReplicasOptions): Replicas {
  const replicas = urls.map((url, index) => new FollowedReplica(index + 1, url, connect(url), log));
  // A connection of its own: a busy primary still tells its position. It is opened at the first look.
  const primary = createPool({ url: primaryUrl, log, max: 1 });
  const ended = new AbortController();
  const { signal } = ended;
  let site: string | null = null;
  let demanded = 0;
  /** Positions of the primary; the first one is as old as a replica may be. */
  let past: { time: number; position: number }[] = [];
  let turn = 0;

  async function lookAtPrimary(): Promise<number> {
    const { rows } = await inTime(primary.query<Seen>(LOOK));
    site = rows[0]!.site;
    return rows[0]!.position ?? 0;
  }

  function needed(): number {
    const [oldest] = past;
    const isDue = oldest && oldest.time <= Date.now() - longestLag * 1_000;
    return Math.max(demanded, isDue ? oldest.position : 0);
  }

  async function look(): Promise<void> {
    const time = Date.now();
    // While the primary is away, nothing new is written.
    const position = await lookAtPrimary().catch(() => undefined);
    if (position !== undefined) past.push({ time, position });
    const due = past.findLastIndex((one) => one.time <= time - longestLag * 1_000);
    past = past.slice(Math.max(due, 0));
    await Promise.all(replicas.map((replica) => replica.look(site)));
    for (const replica of replicas) replica.report(needed());
  }

  async function keepLooking(): Promise<void> {
    while (!signal.aborted) {
      await look();
      await sleep(INTERVAL_MS, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  const running = replicas.length > 0 ? keepLooking() : Promise.resolve();
  return {
    async pick() {
      turn += 1;
      const inTurn = replicas.map((_, index) => replicas[(index + turn) % replicas.length]!);
      const ready = inTurn.find((replica) => replica.has(needed()));
      if (ready) return ready;
      // It may have moved on since.
      await Promise.all(inTurn.map((replica) => replica.look(site)));
      return inTurn.find((replica) => replica.has(needed()));
    },
    async demand() {
      if (replicas.length > 0) demanded = Math.max(demanded, await lookAtPrimary());
    },
    pools: Object.fromEntries(replicas.map(({ number, pool }) => [`replica${number}`, pool])),
    async close() {
      ended.abort();
      await running;
      await Promise.all([primary.end(), ...replicas.map((replica) => replica.close())]);
    },
  };
}

/** Rejects what takes too long: a server that hangs never answers. */
function inTime<T>(answer: Promise<T>): Promise<T> {
  const late = sleep(PATIENCE_MS, undefined, { ref: false }).then(() => {
    throw new Error("the database doesn't answer");
  });
  return Promise.race([answer, late]);
}

class FollowedReplica implements Replica {
  readonly number: number;
  readonly pool: Pool;
  /** A connection of its own: a busy replica still tells its position. */
  readonly #looking: Pool;
  readonly #log: Logger;
  /** Undefined while it is unknown. */
  #position: number | undefined;
  #look: Promise<void> | undefined;
  #restsUntil = 0;
  #problem: string | undefined;
  #reported: string | undefined;

  constructor(number: number, url: string, pool: Pool, log: Logger) {
    this.number = number;
    this.pool = pool;
    this.#looking = createPool({ url, log, max: 1 });
    this.#log = log;
  }

  has(position: number): boolean {
    return this.#position !== undefined && this.#position >= position;
  }

  failed(error: unknown): void {
    if (isUnreachable(error)) this.#leaveOut("it doesn't answer");
  }

  /** Learns the position. Calls at the same time share one look. */
  look(site: string | null): Promise<void> {
    if (Date.now() < this.#restsUntil) return Promise.resolve();
    this.#look ??= this.#lookOnce(site).finally(() => (this.#look = undefined));
    return this.#look;
  }

  async #lookOnce(site: string | null): Promise<void> {
    const answer = await inTime(this.#looking.query<Seen>(LOOK)).catch(() => undefined);
    const seen = answer?.rows[0];
    if (!seen) return this.#leaveOut("it doesn't answer");
    // Not compared before the primary was seen: a primary that is away has no other site.
    if (site !== null && seen.site !== site) {
      return this.#leaveOut("it is not a replica of DATABASE_URL");
    }
    if (seen.position === null) return this.#leaveOut("its service doesn't tell its position");
    this.#position = seen.position;
    this.#problem = undefined;
  }

  #leaveOut(problem: string): void {
    this.#position = undefined;
    this.#problem = problem;
    this.#restsUntil = Date.now() + INTERVAL_MS;
  }

  /** Logs that it is left out, or used again. */
  report(needed: number): void {
    const problem = this.has(needed) ? undefined : (this.#problem ?? "it is too far behind");
    if (problem === this.#reported) return;
    const replica = this.number;
    if (problem) this.#log.warn({ replica }, `a replica is left out: ${problem}`);
    else this.#log.info({ replica }, "a replica is used again");
    this.#reported = problem;
  }

  async close(): Promise<void> {
    await Promise.all([this.pool.end(), this.#looking.end()]);
  }
}
