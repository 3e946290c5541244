import { executeOn, roleStatements, type RequestSettings } from "../rest/execute.ts";
import type { Caller } from "../rest/caller.ts";
import type { Statement } from "../database/pipeline.ts";
import type { Pool } from "../database/pool.ts";
import { callFunction } from "../rest/operations/call-function.ts";
import type { Operation } from "../rest/operations/operation.ts";
import { readTable } from "../rest/operations/read-table.ts";
import { writeTable } from "../rest/operations/write-table.ts";
import { requestSettings } from "../rest/request-settings.ts";
import { parseRequest } from "../rest/service.ts";
import type { Schema } from "../rest/schema/types.ts";

/** All statements of one REST request: first those that set the role, then the query. */
export type Statements = Statement[];

/** Returns the statements of a REST request without running them. */
export async function statementsOf(
  schema: Schema,
  caller: Caller,
  request: Request,
): Promise<Statements> {
  const { operation, settings } = await operationOf(schema, caller, request);
  return [...roleStatements(caller, operation, settings), operation.statement];
}

/** Answers a request like the REST service, and returns the statements too. */
export async function answerWithStatements(
  pool: Pool,
  schema: Schema,
  caller: Caller,
  request: Request,
): Promise<{ response: Response; statements: Statements }> {
  const { operation, settings } = await operationOf(schema, caller, request);
  const estimate = operation.estimate ? [operation.estimate] : [];
  return {
    statements: [...roleStatements(caller, operation, settings), operation.statement, ...estimate],
    response: operation.reply(await executeOn(undefined, pool, caller, operation, settings)),
  };
}

async function operationOf(
  schema: Schema,
  { role }: Caller,
  request: Request,
): Promise<{ operation: Operation; settings: RequestSettings }> {
  const path = new URL(request.url).pathname;
  const [, call, name = ""] = /^\/rest\/v1\/(rpc\/)?([^/]+)$/.exec(path) ?? [];
  const reading = request.method === "GET" || request.method === "HEAD";
  const prepareRows = reading ? readTable : writeTable;
  const resource = { name, isFunction: Boolean(call), prepare: call ? callFunction : prepareRows };
  const body = reading ? "" : await request.text();
  return {
    operation: resource.prepare(schema, parseRequest(request, resource, body, role)),
    settings: requestSettings(request, path.slice("/rest/v1".length)),
  };
}
