import { runPipeline, type Row, type Statement } from "../database/pipeline.ts";
import type { Client, Pool } from "../database/pool.ts";
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

const SETTINGS =
  "set_config('role', $1, true), set_config('request.jwt.claims', $2, true), set_config('statement_timeout', $3, true)";
const ASSUME_TO_WRITE = `select ${SETTINGS}`;
const ASSUME_TO_READ = `select ${SETTINGS}, set_config('transaction_read_only', 'on', true)`;
const SET_TIMEZONE = "select set_config('timezone', $1, true)";

/** Attempts for a transaction that loses a race. */
const ATTEMPTS = 3;

/**
 * Runs an operation as its caller, in one transaction and one network flush.
 * @throws {ApiError}
 */
export async function execute(pool: Pool, caller: Caller, operation: Operation): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptOnce(pool, caller, operation);
    } catch (error) {
      if (attempt < ATTEMPTS && isTransient(error)) continue;
      throw databaseError(error, caller.role) ?? error;
    }
  }
}

async function attemptOnce(pool: Pool, caller: Caller, operation: Operation): Promise<Result> {
  const client = await pool.connect();
  const longest = timeoutOf(caller) * 1_000 + GRACE_MS;
  // Closing the connection rejects every pending query.
  const deadline = setTimeout(() => void client.end(), longest);
  let broken: Error | undefined;
  try {
    const before = roleStatements(caller, operation);
    const statements = operation.estimate
      ? [operation.statement, operation.estimate]
      : [operation.statement];
    if (operation.check)
      return await checked(client, caller.role, before, operation.statement, operation.check);
    const results = await runPipeline(client, caller.role, [...before, ...statements]);
    return resultOf(results.slice(before.length));
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
export function roleStatements(caller: Caller, { readOnly, timezone }: Operation): Statement[] {
  const text = readOnly ? ASSUME_TO_READ : ASSUME_TO_WRITE;
  const settings = { text, values: [caller.role, caller.claims, `${timeoutOf(caller)}s`] };
  return timezone === undefined
    ? [settings]
    : [settings, { text: SET_TIMEZONE, values: [timezone] }];
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
