import { LRUCache } from "lru-cache";

import type { Pool } from "../database/pool.ts";
import { type Logger, throttled } from "../logger.ts";
import type { CallerResolver } from "./caller.ts";
import { databaseError } from "./database-errors.ts";
import { ApiError, unacceptableSchema, unsupportedMethod } from "./errors.ts";
import { execute } from "./execute.ts";
import type { Operation, RestRequest } from "./operations/operation.ts";
import { openApi } from "./openapi.ts";
import { requireJson } from "./parse/body.ts";
import { parseAccept } from "./parse/media.ts";
import { parsePreferences } from "./parse/preferences.ts";
import { parseQuery } from "./parse/query.ts";
import { respondError } from "./respond.ts";
import type { SchemaCache } from "./schema/cache.ts";
import type { Schema } from "./schema/types.ts";

/** The requested table, view or function. */
export interface Resource {
  /** Decoded, as the client sent it. It may not exist. */
  name: string;
  isFunction: boolean;
  /** Plans a request to the resource. @throws {ApiError} */
  prepare: (schema: Schema, request: RestRequest) => Operation;
}

/** Maximum number of cached operations. Pages send the same few reading requests all the time. */
const CACHED_OPERATIONS = 1_000;

/** The headers that affect a reading request's operation. */
const RELEVANT_HEADERS = ["accept", "prefer", "range", "accept-profile"];

/**
 * Handles a request: resolves the caller, plans, runs, and retries once if the schema has changed.
 */
export class RestService {
  readonly #pool: Pool;
  readonly #schemas: SchemaCache;
  readonly #callers: CallerResolver;
  readonly #log: Logger;
  readonly #logOutage: (fields: object) => void;
  readonly #operations = new LRUCache<string, { schema: Schema; operation: Operation }>({
    max: CACHED_OPERATIONS,
  });

  constructor(pool: Pool, schemas: SchemaCache, callers: CallerResolver, log: Logger) {
    this.#pool = pool;
    this.#schemas = schemas;
    this.#callers = callers;
    this.#log = log;
    this.#logOutage = throttled((fields) => log.warn(fields, "REST requests fail for now"));
  }

  async answer(request: Request, resource: Resource): Promise<Response> {
    try {
      const caller = await this.#callers.of(request);
      const schema = this.#schemas.known ?? (await this.#schemas.current());
      const body = hasBody(request) ? await request.text() : "";
      const attempt = async (seen: Schema) => {
        const operation = this.#operation(seen, request, resource, body);
        return operation.reply(await execute(this.#pool, caller, operation));
      };
      return await attempt(schema).catch(async (error: unknown) => {
        const newer =
          error instanceof ApiError && error.stale && (await this.#schemas.newerThan(schema));
        if (!newer) throw error;
        return attempt(newer);
      });
    } catch (error) {
      return this.#failure(error, request);
    }
  }

  /** Answers the root with a small OpenAPI document. */
  async root(request: Request): Promise<Response> {
    try {
      if (request.method !== "GET" && request.method !== "HEAD") {
        throw unsupportedMethod(request.method);
      }
      const { role } = await this.#callers.of(request);
      return Response.json(openApi(await this.#schemas.current(), role), {
        headers: { "content-type": "application/openapi+json; charset=utf-8" },
      });
    } catch (error) {
      return this.#failure(error, request);
    }
  }

  /** Creates the response to an error. Internal details go to the log only. */
  #failure(error: unknown, request: Request): Response {
    const known = error instanceof ApiError ? error : databaseError(error, "anon");
    const failure =
      known ?? new ApiError(500, "PGRSTX00", "Internal server error", { cause: error });
    const { status, code, message, cause } = failure;
    if (status === 503) this.#logOutage({ status, code, err: cause ?? message });
    else if (status >= 500) {
      this.#log.error({ status, code, err: cause ?? message }, "REST request failed");
    }
    return respondError(failure, request.method);
  }

  /**
   * Returns the operation of a request. Those of reading requests are cached until the schema
   * changes.
   */
  #operation(schema: Schema, request: Request, resource: Resource, body: string): Operation {
    const { prepare } = resource;
    if (!isReading(request)) return prepare(schema, parseRequest(request, resource, body));
    const headers = RELEVANT_HEADERS.map((header) => request.headers.get(header) ?? "");
    const key = [request.method, request.url, ...headers].join("\n");
    const known = this.#operations.get(key);
    if (known?.schema === schema) return known.operation;
    const operation = prepare(schema, parseRequest(request, resource, body));
    this.#operations.set(key, { schema, operation });
    return operation;
  }
}

function isReading({ method }: Request): boolean {
  return method === "GET" || method === "HEAD";
}

function hasBody(request: Request): boolean {
  return !isReading(request) && request.method !== "DELETE";
}

/** Parses a request. @throws {ApiError} for requests that are invalid for every resource */
export function parseRequest(request: Request, resource: Resource, body: string): RestRequest {
  const { method, headers, url } = request;
  const reading = isReading(request);
  const profile = headers.get(reading ? "accept-profile" : "content-profile");
  if (profile !== null && profile !== "public") throw unacceptableSchema(profile);
  if (hasBody(request)) requireJson(headers.get("content-type"));
  return {
    method,
    name: resource.name,
    query: parseQuery(new URL(url).searchParams, resource.isFunction && reading),
    format: parseAccept(headers.get("accept")),
    preferences: parsePreferences(headers.get("prefer")),
    range: headers.get("range"),
    body,
  };
}
