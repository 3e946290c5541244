import pg from "pg";
import { setTimeout as sleep } from "node:timers/promises";

import type { Logger } from "../logger.ts";

/** A dead connection is detected after at most twice this time, in milliseconds. */
const HEARTBEAT_MS = 3_000;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5_000;

export interface ListenOptions {
  url: string;
  channel: string;
  /** The connection's name, which others on the database can see. */
  name?: string | undefined;
  log: Logger;
  onMessage(message: string): void;
  /** Called on every (re)connection: earlier notifications may be lost. */
  onListening(): void;
}

export interface Listening {
  /** Resolves when the notifications of all transactions committed so far have arrived. */
  catchUp(): Promise<void>;
  /** True while the connection is believed to be up. */
  isListening(): boolean;
  close(): Promise<void>;
}

/** Listens to a PostgreSQL channel on its own connection, and reconnects when it is lost. */
export function listenTo(options: ListenOptions): Listening {
  const ended = new AbortController();
  const { signal } = ended;
  let current: pg.Client | undefined;

  async function listenOnce(): Promise<void> {
    const client = new pg.Client({
      connectionString: options.url,
      connectionTimeoutMillis: 5_000,
      query_timeout: HEARTBEAT_MS,
      keepAlive: true,
      ...(options.name && { application_name: options.name }),
    });
    const lost = new Promise<void>((resolve) => {
      client.on("error", () => resolve());
      client.on("end", () => resolve());
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
    try {
      await client.connect();
      client.on("notification", ({ payload = "" }) => options.onMessage(payload));
      await client.query(`listen ${pg.escapeIdentifier(options.channel)}`);
      current = client;
      options.onListening();
      while (!signal.aborted) {
        const gone = await Promise.race([
          lost.then(() => true),
          sleep(HEARTBEAT_MS, false, { ref: false }),
        ]);
        if (gone) break;
        await client.query("select 1");
      }
    } finally {
      current = undefined;
      await Promise.race([client.end(), sleep(1_000, undefined, { ref: false })]).catch(() => {});
    }
  }

  async function keepListening(): Promise<void> {
    let pause = FIRST_PAUSE_MS;
    while (!signal.aborted) {
      const since = Date.now();
      await listenOnce().catch((error: unknown) => {
        if (!signal.aborted) options.log.debug({ err: error }, "not listening to the database");
      });
      pause =
        Date.now() - since > LONGEST_PAUSE_MS
          ? FIRST_PAUSE_MS
          : Math.min(pause * 2, LONGEST_PAUSE_MS);
      await sleep(pause, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  const running = keepListening();
  return {
    async catchUp() {
      // PostgreSQL sends waiting notifications before the answer to a query.
      await current?.query("select 1");
    },
    isListening: () => current !== undefined,
    async close() {
      ended.abort();
      await running;
    },
  };
}
