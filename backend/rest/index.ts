import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { routePath } from "hono/route";

import type { BackendContext } from "../context.ts";
import { createPool } from "../database/pool.ts";
import type { Service } from "../index.ts";
import { Callers } from "./caller.ts";
import { bodyTooLarge, invalidPath, methodNotForCalls, unsupportedMethod } from "./errors.ts";
import { callFunction } from "./jobs/call-function.ts";
import { readTable } from "./jobs/read-table.ts";
import { writeTable } from "./jobs/write-table.ts";
import { respondError } from "./respond.ts";
import { SchemaCache } from "./schema/cache.ts";
import { RestService, type Prepare } from "./service.ts";

/** Far more than any form sends; a bulk import can send several. */
const LARGEST_BODY = 10 * 1024 * 1024;

const TABLE_METHODS: Record<string, Prepare> = {
  GET: readTable,
  HEAD: readTable,
  POST: writeTable,
  PUT: writeTable,
  PATCH: writeTable,
  DELETE: writeTable,
};
const CALL_METHODS = new Set(["GET", "HEAD", "POST"]);

/** The PostgREST dialect: the tables, views and functions of schema `public` over HTTP. */
export async function createRest(context: BackendContext): Promise<Service> {
  // Connections of its own: what they carry is a whole transaction per flush, and whatever
  // might ever run on them outside one runs as nobody.
  const pool = createPool({
    url: context.settings.databaseUrl,
    log: context.log,
    pipeline: false,
    async onConnect(client) {
      await client.query("set search_path to public, extensions; set role anon");
    },
  });
  const schemas = new SchemaCache(context.pool);
  const callers = new Callers(context.keys);
  const service = new RestService(pool, schemas, callers, context.log);

  const app = new Hono();
  app.use(bodyLimit({ maxSize: LARGEST_BODY, onError: () => respondError(bodyTooLarge()) }));
  app.all("/rpc/:name", ({ req }) => {
    const { method } = req.raw;
    if (!CALL_METHODS.has(method)) return respondError(methodNotForCalls(method));
    return service.answer(req.raw, req.param("name"), callFunction);
  });
  app.all("/:name", ({ req }) => {
    const { method } = req.raw;
    const prepare = TABLE_METHODS[method];
    if (!prepare) return respondError(unsupportedMethod(method));
    return service.answer(req.raw, req.param("name"), prepare);
  });
  // The root with and without its slash; whatever else has no route is no resource.
  app.all("/", ({ req }) => service.root(req.raw));
  app.all("*", (c) => {
    const isRoot = `${c.req.path}*` === routePath(c);
    return isRoot ? service.root(c.req.raw) : respondError(invalidPath());
  });
  return { app, close: () => pool.end() };
}
