import type { Pool } from "../../database/pool.ts";
import { introspect } from "./introspection.ts";
import type { Schema } from "./types.ts";

/**
 * Minimum time between two reads of the catalogue, in milliseconds: clients may request unknown
 * names at any rate.
 */
const MIN_INTERVAL_MS = 1_000;

/**
 * Caches the schema. After a migration while the server runs, the first request with an unknown
 * name reads it again, so no restart is needed.
 */
export class SchemaCache {
  readonly #pool: Pool;
  #schema: Schema | undefined;
  #loading: Promise<Schema> | undefined;
  #loadedAt = -Infinity;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Returns the schema; reads it on first use. */
  async current(): Promise<Schema> {
    return this.#schema ?? this.#load();
  }

  /** The cached schema, if there is one. */
  get known(): Schema | undefined {
    return this.#schema;
  }

  /** Returns a schema newer than `seen`, or undefined if the last read is too recent. */
  async newerThan(seen: Schema): Promise<Schema | undefined> {
    if (this.#schema && this.#schema !== seen) return this.#schema;
    if (performance.now() - this.#loadedAt < MIN_INTERVAL_MS) return undefined;
    return this.#load();
  }

  #load(): Promise<Schema> {
    this.#loading ??= introspect(this.#pool)
      .then((schema) => {
        this.#loadedAt = performance.now();
        return (this.#schema = schema);
      })
      .finally(() => (this.#loading = undefined));
    return this.#loading;
  }
}
