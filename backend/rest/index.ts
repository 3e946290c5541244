import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";

import type { BackendContext } from "../context.ts";
import { createPool } from "../database/pool.ts";
import type { Service } from "../index.ts";
import { Callers } from "./caller.ts";
import { bodyTooLarge, invalidPath, methodNotForCalls, unsupportedMethod } from "./errors.ts";
import { callFunction } from "./jobs/call-function.ts";
import { readTable } from "./jobs/read-table.ts";
import { writeTable } from "./jobs/write-table.ts";
import { openApi } from "./openapi.ts";
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
  app.all("/", async ({ req: { raw: request } }) => {
    if (request.method !== "GET" && request.method !== "HEAD") {
      return respondError(unsupportedMethod(request.method));
    }
    try {
      await callers.of(request);
      const document = openApi(await schemas.current(), new URL(request.url).host);
      return Response.json(document, {
        headers: { "content-type": "application/openapi+json; charset=utf-8" },
      });
    } catch (error) {
      return service.failure(error, request);
    }
  });
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
  app.all("*", () => respondError(invalidPath()));
  return { app, close: () => pool.end() };
}
