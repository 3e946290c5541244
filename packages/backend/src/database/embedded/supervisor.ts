import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

import type { Logger } from "../../logger.ts";
import type { Cluster } from "./cluster.ts";
import { stopLeftoverServer } from "./leftover-server.ts";
import { type Endpoint, launch } from "./postmaster.ts";

const FIRST_DELAY = 50;
const LONGEST_DELAY = 5_000;
/**
 * Time limit for the first start, in milliseconds. Backends of a killed PostgreSQL hold its shared
 * memory for a moment, so starts are retried.
 */
const FIRST_START_TIMEOUT_MS = 8_000;

/** Runs one PostgreSQL on a cluster, and restarts it until it is stopped. */
export class Supervisor {
  readonly #cluster: Cluster;
  readonly #endpoint: Endpoint;
  readonly #log: Logger;
  #child: ChildProcess | undefined;
  #stopping = new AbortController();
  #recovery: Promise<void> = Promise.resolve();

  constructor(cluster: Cluster, endpoint: Endpoint, log: Logger) {
    this.#cluster = cluster;
    this.#endpoint = endpoint;
    this.#log = log;
  }

  /** @throws {DatabaseProblem} if PostgreSQL doesn't start */
  async start(): Promise<void> {
    await stopLeftoverServer(this.#cluster.directory, this.#log);
    const deadline = Date.now() + FIRST_START_TIMEOUT_MS;
    for (;;) {
      try {
        return await this.#launch();
      } catch (error) {
        const transient = /shared memory block/.test((error as Error).message);
        if (!transient || Date.now() > deadline) throw error;
        await sleep(FIRST_DELAY);
      }
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#recovery;
    const child = this.#child;
    if (!child || hasEnded(child)) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGINT");
    const impatient = setTimeout(() => child.kill("SIGQUIT"), 15_000);
    await ended;
    clearTimeout(impatient);
  }

  async #launch(): Promise<void> {
    const child = await launch(this.#cluster, this.#endpoint, this.#log);
    this.#child = child;
    child.once("exit", (code, signal) => {
      if (this.#stopping.signal.aborted) return;
      this.#log.error({ code, signal }, "the database ended; starting it again");
      this.#recovery = this.#recover();
    });
  }

  /**
   * Retries until PostgreSQL runs: after a full disk has space again, no manual restart is needed.
   */
  async #recover(): Promise<void> {
    for (let delay = FIRST_DELAY; !this.#stopping.signal.aborted; delay *= 2) {
      try {
        await this.#launch();
        this.#log.info({}, "the database is back");
        return;
      } catch (error) {
        this.#log.error({}, (error as Error).message);
        await sleep(Math.min(delay, LONGEST_DELAY), undefined, {
          signal: this.#stopping.signal,
        }).catch(() => {});
      }
    }
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
