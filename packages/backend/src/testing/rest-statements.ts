import { roleStatements, execute } from "../rest/execute.ts";
import type { Caller } from "../rest/caller.ts";
import type { Statement } from "../database/pipeline.ts";
import type { Pool } from "../database/pool.ts";
import { callFunction } from "../rest/operations/call-function.ts";
import type { Operation } from "../rest/operations/operation.ts";
import { readTable } from "../rest/operations/read-table.ts";
import { writeTable } from "../rest/operations/write-table.ts";
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
  const operation = await operationOf(schema, request);
  return [...roleStatements(caller, operation), operation.statement];
}

/** Answers a request like the REST service, and returns the statements too. */
export async function answerWithStatements(
  pool: Pool,
  schema: Schema,
  caller: Caller,
  request: Request,
): Promise<{ response: Response; statements: Statements }> {
  const operation = await operationOf(schema, request);
  const estimate = operation.estimate ? [operation.estimate] : [];
  return {
    statements: [...roleStatements(caller, operation), operation.statement, ...estimate],
    response: operation.reply(await execute(pool, caller, operation)),
  };
}

async function operationOf(schema: Schema, request: Request): Promise<Operation> {
  const path = new URL(request.url).pathname;
  const [, call, name = ""] = /^\/rest\/v1\/(rpc\/)?([^/]+)$/.exec(path) ?? [];
  const reading = request.method === "GET" || request.method === "HEAD";
  const prepareRows = reading ? readTable : writeTable;
  const resource = { name, isFunction: Boolean(call), prepare: call ? callFunction : prepareRows };
  const body = reading ? "" : await request.text();
  return resource.prepare(schema, parseRequest(request, resource, body));
}
