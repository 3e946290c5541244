import { flush, type Row, type Statement } from "../database/flush.ts";
import type { Client, Pool } from "../database/pool.ts";
import type { Caller } from "./caller.ts";
import { databaseError, isTransient } from "./database-errors.ts";
import { readResult, type Job, type Result } from "./operations/operation.ts";

/** Seconds that a statement of each role may take; as hosted projects have it. */
const STATEMENT_TIMEOUT: Record<string, number> = {
  anon: 3,
  authenticated: 8,
  service_role: 120,
};

/** How much longer than its statement a request waits for a database that doesn't answer. */
const PATIENCE = 5_000;

const SETTINGS =
  "set_config('role', $1, true), set_config('request.jwt.claims', $2, true), set_config('statement_timeout', $3, true)";
const ASSUME_TO_WRITE = `select ${SETTINGS}`;
const ASSUME_TO_READ = `select ${SETTINGS}, set_config('transaction_read_only', 'on', true)`;
const SET_TIMEZONE = "select set_config('timezone', $1, true)";

/** A transaction that lost against another is run again so often. */
const ATTEMPTS = 3;

/**
 * Runs a job as its caller, in one transaction and one network flush.
 * @throws {ApiError}
 */
export async function execute(pool: Pool, caller: Caller, job: Job): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptOnce(pool, caller, job);
    } catch (error) {
      if (attempt < ATTEMPTS && isTransient(error)) continue;
      throw databaseError(error, caller.role) ?? error;
    }
  }
}

async function attemptOnce(pool: Pool, caller: Caller, job: Job): Promise<Result> {
  const client = await pool.connect();
  const longest = timeoutOf(caller) * 1_000 + PATIENCE;
  // Ended, its connection fails whatever still waits for an answer.
  const deadline = setTimeout(() => void client.end(), longest);
  let broken: Error | undefined;
  try {
    const before = assume(caller, job);
    const statements = job.estimate ? [job.statement, job.estimate] : [job.statement];
    if (job.check) return await checked(client, caller.role, before, job.statement, job.check);
    const results = await flush(client, caller.role, [...before, ...statements]);
    return resultOf(results.slice(before.length));
  } catch (error) {
    if (client.getTransactionStatus() !== "I") broken = error as Error;
    throw error;
  } finally {
    clearTimeout(deadline);
    client.release(broken);
  }
}

/** What makes the statements after it the caller's; if it fails they don't run (`flush`). */
export function assume(caller: Caller, { readOnly, timezone }: Job): Statement[] {
  const text = readOnly ? ASSUME_TO_READ : ASSUME_TO_WRITE;
  const settings = { text, values: [caller.role, caller.claims, `${timeoutOf(caller)}s`] };
  return timezone === undefined
    ? [settings]
    : [settings, { text: SET_TIMEZONE, values: [timezone] }];
}

function timeoutOf({ role }: Caller): number {
  return STATEMENT_TIMEOUT[role] ?? STATEMENT_TIMEOUT.anon!;
}

/** A statement whose effect depends on its result: kept or taken back with a second flush. */
async function checked(
  client: Client,
  role: string,
  before: Statement[],
  statement: Statement,
  check: (result: Result) => void,
): Promise<Result> {
  try {
    const results = await flush(client, role, [{ text: "begin" }, ...before, statement]);
    const result = resultOf(results.slice(1 + before.length));
    check(result);
    await flush(client, role, [{ text: "commit" }]);
    return result;
  } catch (error) {
    // A connection that can't even roll back is ended, which rolls back too.
    await flush(client, role, [{ text: "rollback" }]).catch(() => undefined);
    throw error;
  }
}

function resultOf([rows, estimates]: Row[][]): Result {
  const row = rows?.[0];
  if (!row) throw new Error("a result without its row");
  return readResult(row, estimates?.[0]);
}
