import { Hono } from "hono";
import { routePath } from "hono/route";
import type { ClientBase } from "pg";

import type { BackendContext, RequestEnv, Service } from "../context.ts";
import { createPool } from "../database/pool.ts";
import { followReplicas, type Replicas } from "../database/replicas.ts";
import { bodyLimit } from "./body-limit.ts";
import { CallerResolver } from "./caller.ts";
import { invalidPath, methodNotForCalls, unsupportedMethod } from "./errors.ts";
import { callFunction } from "./operations/call-function.ts";
import { readTable } from "./operations/read-table.ts";
import { writeTable } from "./operations/write-table.ts";
import { respondError } from "./respond.ts";
import { SchemaCache } from "./schema/cache.ts";
import { RestService } from "./service.ts";

const READING = new Set(["GET", "HEAD"]);
const WRITING = new Set(["POST", "PUT", "PATCH", "DELETE"]);
const CALLING = new Set(["GET", "HEAD", "POST"]);

/**
 * Creates the REST service, in the dialect of PostgREST: the tables, views and functions of schema
 * `public`.
 */
export async function createRest(
  context: BackendContext,
): Promise<Service & { replicas: Replicas; callers: CallerResolver }> {
  const { databaseUrl, directUrl, replicas, rolePrefix, pooled } = context.settings;
  // Pools of its own: each flush on these connections is a whole transaction, and a statement
  // outside one runs as `anon`, unless a pooler lends the connections.
  const connect = (url: string) =>
    createPool({
      url,
      log: context.log,
      pipeline: false,
      maxLifetimeSeconds: 600,
      rolePrefix,
      pooled,
      ...(!pooled && {
        async onConnect(client: ClientBase) {
          await client.query(`set search_path to public, extensions; set role ${rolePrefix}anon`);
        },
      }),
    });
  const pool = connect(databaseUrl);
  const readers = followReplicas({
    urls: replicas?.urls ?? [],
    connect,
    primaryUrl: directUrl,
    longestLag: replicas?.longestLagSeconds ?? 0,
    log: context.log,
  });
  const schemas = new SchemaCache(context.pool);
  const callers = new CallerResolver(context.keys);
  const service = new RestService(pool, readers, schemas, callers, context.log);

  const app = new Hono();
  app.use(bodyLimit());
  app.all("/rpc/:name", ({ req, env }) => {
    const { method } = req.raw;
    if (!CALLING.has(method)) return respondError(methodNotForCalls(method));
    const name = req.param("name");
    const called = { name, isFunction: true, prepare: callFunction };
    return service.answer(req.raw, called, togetherOf(env));
  });
  app.all("/:name", ({ req, env }) => {
    const { method } = req.raw;
    const reading = READING.has(method);
    if (!reading && !WRITING.has(method)) return respondError(unsupportedMethod(method));
    const prepare = reading ? readTable : writeTable;
    const resource = { name: req.param("name"), isFunction: false, prepare };
    return service.answer(req.raw, resource, togetherOf(env));
  });
  // The root, with and without a slash. Other paths without a route are not found.
  app.all("/", ({ req }) => service.root(req.raw));
  app.all("*", (c) => {
    const isRoot = `${c.req.path}*` === routePath(c);
    return isRoot ? service.root(c.req.raw) : respondError(invalidPath());
  });
  return {
    app,
    pools: { rest: pool, ...readers.pools },
    replicas: readers,
    callers,
    async close() {
      await readers.close();
      await pool.end();
    },
  };
}

function togetherOf(env: unknown): object | undefined {
  return (env as RequestEnv | undefined)?.together;
}
