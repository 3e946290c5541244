import { LRUCache } from "lru-cache";
import type { Connection, Submittable } from "pg";

import { type Client, NamelessClient } from "./pool.ts";

/** One statement of a pipeline. Its text is prepared once per connection and cached. */
export interface Statement {
  text: string;
  values?: readonly (string | null)[];
}

/** The columns of a row in order, as PostgreSQL printed them. */
export type Row = (string | null)[];

/**
 * Prepared statements kept per connection, and the letters of all together. A short statement costs
 * PostgreSQL some ten kilobytes; a request can make one that costs megabytes.
 */
const MAX_PREPARED_STATEMENTS = 150;
const MAX_PREPARED_LETTERS = 150_000;
const MAX_LETTERS = 6_000;

/**
 * Statements that were sent once, on any connection. Only a statement that comes again is kept: what
 * comes once would displace what pages send all the time.
 */
const sentOnce = new LRUCache<string, true>({
  max: 2_000,
  maxSize: 2_000_000,
  sizeCalculation: (_sent, text) => text.length,
});

/** The name of statements that are not kept. */
const UNNAMED = "";

/** The prepared statements of one connection, and those to deallocate with the next flush. */
class PreparedStatements {
  readonly #discarded: string[] = [];
  readonly #names = new LRUCache<string, string>({
    max: MAX_PREPARED_STATEMENTS,
    maxSize: MAX_PREPARED_LETTERS,
    sizeCalculation: (_name, key) => key.length,
    dispose: (name) => void this.#discarded.push(name),
  });
  #count = 0;
  readonly #named: boolean;

  /** @param named false if the server may forget statements between two flushes */
  constructor(named: boolean) {
    this.#named = named;
  }

  /** Returns the name of the prepared `text`; `fresh` if it must be parsed first. */
  nameOf(variant: string, text: string): { name: string; fresh: boolean } {
    if (!this.#named) return { name: UNNAMED, fresh: true };
    const key = variant + text;
    const known = this.#names.get(key);
    if (known) return { name: known, fresh: false };
    if (text.length > MAX_LETTERS || !sentOnce.has(key)) {
      if (text.length <= MAX_LETTERS) sentOnce.set(key, true);
      this.#discarded.push(UNNAMED);
      return { name: UNNAMED, fresh: true };
    }
    const name = `s${(this.#count += 1)}`;
    this.#names.set(key, name);
    return { name, fresh: true };
  }

  /**
   * Removes a statement whose pipeline failed: the server may not have it, or a migration may have
   * changed the types of its parameters.
   */
  forget(variant: string, text: string): void {
    this.#names.delete(variant + text);
  }

  takeDiscarded(): string[] {
    return this.#discarded.splice(0);
  }
}

const failedAt = new WeakMap<Error, number>();

/** The position of the statement that made a pipeline fail; undefined for other errors. */
export function failedStatement(error: unknown): number | undefined {
  return error instanceof Error ? failedAt.get(error) : undefined;
}

const preparedOn = new WeakMap<Client, PreparedStatements>();

/**
 * Sends `statements` in one network flush with a single Sync at its end, and resolves to the rows
 * of each. PostgreSQL runs the statements before one Sync as one transaction, unless they contain
 * `begin`. After an error it skips everything up to the Sync. So a statement never runs if the
 * statement before it, which sets the caller's role, has failed.
 * @param client a connection that is not in pipeline mode
 * @param variant separates the plans of one text, such as those of different roles: under row-level
 *   security PostgreSQL plans anew whenever the role changes
 */
export function runPipeline(
  client: Client,
  variant: string,
  statements: Statement[],
): Promise<Row[][]> {
  let prepared = preparedOn.get(client);
  if (!prepared) {
    prepared = new PreparedStatements(!(client instanceof NamelessClient));
    preparedOn.set(client, prepared);
  }
  const { promise, resolve, reject } = Promise.withResolvers<Row[][]>();
  client.query(new Flush(prepared, variant, statements, resolve, reject));
  return promise;
}

/** Several statements by the extended query protocol; `pg` calls it with each answer. */
class Flush implements Submittable {
  readonly #prepared: PreparedStatements;
  readonly #variant: string;
  readonly #statements: Statement[];
  readonly #resolve: (rows: Row[][]) => void;
  readonly #reject: (error: Error) => void;
  readonly #results: Row[][] = [];
  #rows: Row[] = [];

  constructor(
    prepared: PreparedStatements,
    variant: string,
    statements: Statement[],
    resolve: (rows: Row[][]) => void,
    reject: (error: Error) => void,
  ) {
    this.#prepared = prepared;
    this.#variant = variant;
    this.#statements = statements;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  submit(connection: Connection): void {
    connection.stream.cork();
    for (const name of this.#prepared.takeDiscarded()) connection.close({ type: "S", name }, true);
    for (const { text, values = [] } of this.#statements) {
      const { name, fresh } = this.#prepared.nameOf(this.#variant, text);
      if (fresh) connection.parse({ name, text, types: [] }, true);
      connection.bind({ statement: name, values: [...values] }, true);
      connection.execute(null, true);
    }
    connection.sync();
    connection.stream.uncork();
  }

  handleDataRow(message: { fields: Row }): void {
    this.#rows.push(message.fields);
  }

  handleCommandComplete(): void {
    this.#results.push(this.#rows);
    this.#rows = [];
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#results);
  }

  handleError(error: Error): void {
    for (const { text } of this.#statements) this.#prepared.forget(this.#variant, text);
    failedAt.set(error, this.#results.length);
    this.#reject(error);
  }

  /** PostgreSQL ignored the Sync during the copy, so another one must follow. */
  handleCopyInResponse(connection: Connection & { sendCopyFail(reason: string): void }): void {
    connection.sendCopyFail("not supported");
    connection.sync();
  }

  // Our statements never cause these messages, but `pg` requires the methods.
  handleRowDescription(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyData(): void {}
}
