import { assume, execute } from "../../packages/backend/src/rest/execute.ts";
import type { Caller } from "../../packages/backend/src/rest/caller.ts";
import { createPool, type Pool } from "../../packages/backend/src/database/pool.ts";
import type { Statement } from "../../packages/backend/src/database/flush.ts";
import { silent } from "../../packages/backend/src/logger.ts";
import { callFunction } from "../../packages/backend/src/rest/operations/call-function.ts";
import type { Job } from "../../packages/backend/src/rest/operations/operation.ts";
import { readTable } from "../../packages/backend/src/rest/operations/read-table.ts";
import { writeTable } from "../../packages/backend/src/rest/operations/write-table.ts";
import { introspect } from "../../packages/backend/src/rest/schema/introspection.ts";
import type { Schema } from "../../packages/backend/src/rest/schema/types.ts";
import { parseRequest } from "../../packages/backend/src/rest/service.ts";

/** What the REST interface sends for one request: who asks, then the question. */
export type Sent = Statement[];

/** A database behind a `fetch` that answers as the REST interface does, and notes what it sent. */
export interface Captured {
  pool: Pool;
  schema: Schema;
  /** What `work` makes the interface send when it asks as `caller`. */
  sentBy(caller: Caller, work: () => Promise<unknown>): Promise<Sent[]>;
}

export const VISITOR: Caller = { role: "anon", claims: '{"role":"anon"}', expires: Infinity };

export function member(id: string): Caller {
  const claims = JSON.stringify({ sub: id, role: "authenticated", aal: "aal1" });
  return { role: "authenticated", claims, expires: Infinity };
}

export async function capture(url: string): Promise<Captured> {
  const owner = createPool({ url, log: silent, max: 1 });
  const schema = await introspect(owner);
  await owner.end();
  const pool = createPool({
    url,
    log: silent,
    pipeline: false,
    max: 1,
    async onConnect(client) {
      await client.query("set search_path to public, extensions; set role anon");
    },
  });
  return {
    pool,
    schema,
    async sentBy(caller, work) {
      const sent: Sent[] = [];
      globalThis.fetch = async (input, init) => {
        const job = await jobOf(schema, new Request(input, init));
        sent.push([...assume(caller, job), job.statement, ...(job.estimate ? [job.estimate] : [])]);
        return job.reply(await execute(pool, caller, job));
      };
      await work();
      return sent;
    },
  };
}

/** What the REST interface would send for a request. */
export async function statementsOf(
  schema: Schema,
  caller: Caller,
  request: Request,
): Promise<Sent> {
  const job = await jobOf(schema, request);
  return [...assume(caller, job), job.statement];
}

async function jobOf(schema: Schema, request: Request): Promise<Job> {
  const path = new URL(request.url).pathname;
  const [, call, name = ""] = /^\/rest\/v1\/(rpc\/)?([^/]+)$/.exec(path) ?? [];
  const reading = request.method === "GET" || request.method === "HEAD";
  const prepareRows = reading ? readTable : writeTable;
  const resource = { name, isFunction: Boolean(call), prepare: call ? callFunction : prepareRows };
  const body = reading ? "" : await request.text();
  return resource.prepare(schema, parseRequest(request, resource, body));
}
