import type { Pool } from "../../database/pool.ts";
import { introspect } from "./introspection.ts";
import type { Schema } from "./types.ts";

/** Names that don't exist may be asked for at any rate; the catalogue is read at most this often. */
const SHORTEST_INTERVAL = 1_000;

/**
 * The schema as last seen. A migration applied while the server runs is noticed by the first
 * request that names something unknown, so nothing needs to be restarted.
 */
export class SchemaCache {
  readonly #pool: Pool;
  #schema: Schema | undefined;
  #loading: Promise<Schema> | undefined;
  #loadedAt = -Infinity;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** The schema, read on first use. */
  async current(): Promise<Schema> {
    return this.#schema ?? this.#load();
  }

  /** The schema as last seen, without waiting. */
  get known(): Schema | undefined {
    return this.#schema;
  }

  /** A newer look than `seen`, or undefined when the last one is too recent. */
  async newerThan(seen: Schema): Promise<Schema | undefined> {
    if (this.#schema && this.#schema !== seen) return this.#schema;
    if (performance.now() - this.#loadedAt < SHORTEST_INTERVAL) return undefined;
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
