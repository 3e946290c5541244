import { failedStatement, runPipeline, type Row, type Statement } from "../database/pipeline.ts";
import { type Client, PLAIN, type Pool, type PoolTraits, traitsOf } from "../database/pool.ts";
import type { Replica } from "../database/replicas.ts";
import type { Caller } from "./caller.ts";
import { databaseError, isTransient } from "./database-errors.ts";
import { readResult, type Operation, type Result } from "./operations/operation.ts";

/** Time limits of statements by role, in seconds, as in hosted projects. */
const STATEMENT_TIMEOUT: Record<string, number> = {
  anon: 3,
  authenticated: 8,
  service_role: 120,
};

/** Additional time limit for a database that doesn't answer, in milliseconds. */
const GRACE_MS = 5_000;

/** A connection that wrote more is closed, so that the memory it took returns to the system. */
const LARGE_ANSWER_LETTERS = 2 * 1024 * 1024;

/** What SQL can read about the request. */
export interface RequestSettings {
  /** A JSON object. */
  headers: string;
  method: string;
  path: string;
}

const SETTINGS = [
  "role",
  "request.jwt.claims",
  "statement_timeout",
  "request.headers",
  "request.method",
  "request.path",
]
  .map((name, index) => `set_config('${name}', $${index + 1}, true)`)
  .join(", ");
const ASSUME_TO_WRITE = `select ${SETTINGS}`;
const ASSUME_TO_READ = `select ${SETTINGS}, set_config('transaction_read_only', 'on', true)`;
const SET_SEARCH_PATH = ", set_config('search_path', 'public, extensions', true)";
/** Between two reads of one transaction. A function may have set the headers and status of the answer before. */
const NEXT_REQUEST = `select ${["request.headers", "request.method", "request.path"]
  .map((name, index) => `set_config('${name}', $${index + 1}, true)`)
  .join(", ")}, set_config('response.headers', '', true), set_config('response.status', '', true)`;
const SET_TIMEZONE = "select set_config('timezone', $1, true)";

/** Attempts for a transaction that loses a race. */
const ATTEMPTS = 3;

/** SQLSTATE of a statement that took too long: it would on the primary too. */
const OUT_OF_TIME = "57014";

/**
 * Runs an operation on a replica, or on the primary: without a replica, and if the operation fails
 * there. A replica cancels what stands in the way of the log, and can't do all that the primary can.
 * @throws {ApiError}
 */
export async function executeOn(
  replica: Replica | undefined,
  primary: Pool,
  caller: Caller,
  operation: Operation,
  settings: RequestSettings,
): Promise<Result> {
  if (!replica) return execute(primary, caller, operation, settings);
  try {
    return await attemptOnce(replica.pool, caller, operation, settings);
  } catch (error) {
    if ((error as { code?: string }).code === OUT_OF_TIME) {
      throw databaseError(error, caller.role, operation.readOnly) ?? error;
    }
    replica.failed(error);
    return execute(primary, caller, operation, settings);
  }
}

/**
 * Runs an operation as its caller, in one transaction and one network flush.
 * @throws {ApiError}
 */
async function execute(
  pool: Pool,
  caller: Caller,
  operation: Operation,
  settings: RequestSettings,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptOnce(pool, caller, operation, settings);
    } catch (error) {
      if (attempt < ATTEMPTS && isTransient(error)) continue;
      throw databaseError(error, caller.role, operation.readOnly) ?? error;
    }
  }
}

async function attemptOnce(
  pool: Pool,
  caller: Caller,
  operation: Operation,
  settings: RequestSettings,
): Promise<Result> {
  return withConnection(pool, longestMs(caller, 1), async (client) => {
    const before = roleStatements(caller, operation, settings, traitsOf(pool));
    if (operation.check) {
      return checked(client, caller.role, before, operation.statement, operation.check);
    }
    const statements = operation.estimate
      ? [operation.statement, operation.estimate]
      : [operation.statement];
    const results = await runPipeline(client, caller.role, [...before, ...statements]);
    return resultOf(results.slice(before.length));
  });
}

/** A read of a request, to be run with others of the same caller. */
export interface Read {
  operation: Operation;
  settings: RequestSettings;
}

/** The read that made those beside it fail; `position` is undefined if all have failed together. */
export interface FailedRead {
  position: number | undefined;
  error: Error & { code?: string };
}

/**
 * Runs reads of one caller in one transaction and one network flush, each as if it were alone there.
 * None may have a check, an estimate or a time zone. If one fails, none has a result.
 */
export async function readTogether(
  pool: Pool,
  caller: Caller,
  reads: readonly Read[],
): Promise<Result[] | FailedRead> {
  let before: Statement[] = [];
  try {
    return await withConnection(pool, longestMs(caller, reads.length), run);
  } catch (error) {
    const failed = failedStatement(error);
    // The first read follows the role; between two others stands what tells SQL about the request.
    const position = failed === undefined ? undefined : (failed - before.length) / 2;
    const known = databaseError(error, caller.role, true) ?? (error as Error);
    return { position, error: known };
  }

  async function run(client: Client): Promise<Result[]> {
    const [first, ...others] = reads as [Read, ...Read[]];
    before = roleStatements(caller, first.operation, first.settings, traitsOf(pool));
    const results = await runPipeline(client, caller.role, [
      ...before,
      first.operation.statement,
      ...others.flatMap(({ operation, settings: { headers, method, path } }) => [
        { text: NEXT_REQUEST, values: [headers, method, path] },
        operation.statement,
      ]),
    ]);
    return reads.map((_, index) => resultOf([results[before.length + 2 * index]!]));
  }
}

/** As long as statements of a caller may take one after the other, in milliseconds. */
function longestMs(caller: Caller, statements: number): number {
  return statements * timeoutOf(caller) * 1_000 + GRACE_MS;
}

/** Lends `work` a connection, and cuts it after `longest` milliseconds. */
async function withConnection<T extends Result | Result[]>(
  pool: Pool,
  longest: number,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  // Closing the connection rejects every pending query.
  const deadline = setTimeout(() => void client.end(), longest);
  let broken: Error | boolean | undefined;
  try {
    const done = await work(client);
    const letters = [done].flat().reduce((sum, { body }) => sum + (body?.length ?? 0), 0);
    broken = letters > LARGE_ANSWER_LETTERS;
    return done;
  } catch (error) {
    if (client.getTransactionStatus() !== "I") broken = error as Error;
    throw error;
  } finally {
    clearTimeout(deadline);
    client.release(broken);
  }
}

/**
 * Returns the statements that set the caller's role. If they fail, later statements don't run (see
 * `runPipeline`).
 */
export function roleStatements(
  caller: Caller,
  { readOnly, timezone }: Operation,
  { headers, method, path }: RequestSettings,
  { rolePrefix, pooled }: PoolTraits = PLAIN,
): Statement[] {
  const assume = {
    // Other connections have it from their beginning.
    text: (readOnly ? ASSUME_TO_READ : ASSUME_TO_WRITE) + (pooled ? SET_SEARCH_PATH : ""),
    values: [
      rolePrefix + caller.role,
      caller.claims,
      `${timeoutOf(caller)}s`,
      headers,
      method,
      path,
    ],
  };
  return timezone === undefined ? [assume] : [assume, { text: SET_TIMEZONE, values: [timezone] }];
}

function timeoutOf({ role }: Caller): number {
  return STATEMENT_TIMEOUT[role] ?? STATEMENT_TIMEOUT.anon!;
}

/** Runs an operation whose result is checked: a second flush commits or rolls back. */
async function checked(
  client: Client,
  role: string,
  before: Statement[],
  statement: Statement,
  check: (result: Result) => void,
): Promise<Result> {
  try {
    const results = await runPipeline(client, role, [{ text: "begin" }, ...before, statement]);
    const result = resultOf(results.slice(1 + before.length));
    check(result);
    await runPipeline(client, role, [{ text: "commit" }]);
    return result;
  } catch (error) {
    // A connection that can't roll back is closed, which rolls back too.
    await runPipeline(client, role, [{ text: "rollback" }]).catch(() => undefined);
    throw error;
  }
}

function resultOf([rows, estimates]: Row[][]): Result {
  const row = rows?.[0];
  if (!row) throw new Error("a result without its row");
  return readResult(row, estimates?.[0]);
}
