import { LRUCache } from "lru-cache";

import type { Pool } from "../database/pool.ts";
import type { Replicas } from "../database/replicas.ts";
import { type Logger, throttled } from "../logger.ts";
import { NoRoom } from "../places.ts";
import type { Caller, CallerResolver } from "./caller.ts";
import { databaseError } from "./database-errors.ts";
import {
  answerTooLarge,
  ApiError,
  bodyTooLarge,
  invalidBody,
  overloaded,
  unacceptableSchema,
  unsupportedMethod,
} from "./errors.ts";
import { executeOn } from "./execute.ts";
import { isCutOff } from "../http/cut-off.ts";
import {
  isBounded,
  type Operation,
  type RestRequest,
  type Result,
} from "./operations/operation.ts";
import { openApi } from "./openapi.ts";
import { swagger } from "./swagger.ts";
import { isTextBody } from "./parse/body.ts";
import { parseAccept } from "./parse/media.ts";
import { parsePreferences } from "./parse/preferences.ts";
import { parseQuery } from "./parse/query.ts";
import { boundConditions } from "./plan/bound-conditions.ts";
import { ReadBatches } from "./read-batches.ts";
import { requestSettings } from "./request-settings.ts";
import { respondError } from "./respond.ts";
import type { SchemaCache } from "./schema/cache.ts";
import type { Schema } from "./schema/types.ts";
import { Shares } from "./shares.ts";

/** The requested table, view or function. */
export interface Resource {
  /** Decoded, as the client sent it. It may not exist. */
  name: string;
  isFunction: boolean;
  /** Plans a request to the resource. @throws {ApiError} */
  prepare: (schema: Schema, request: RestRequest) => Operation;
}

/**
 * Maximum number and letters of cached operations. Pages send the same few reading requests all the
 * time.
 */
const CACHED_OPERATIONS = 1_000;
const CACHED_LETTERS = 4_000_000;

/** Limits without the service key, in bytes: of a body, and of an answer. */
const MAX_BODY_BYTES = 2 * 1024 * 1024;
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

/** The headers that affect a reading request's operation. */
const RELEVANT_HEADERS = ["accept", "prefer", "range", "accept-profile"];

/**
 * Handles a request: resolves the caller, plans, runs, and retries once if the schema has changed.
 */
export class RestService {
  readonly #pool: Pool;
  readonly #replicas: Replicas;
  readonly #schemas: SchemaCache;
  readonly #callers: CallerResolver;
  readonly #log: Logger;
  readonly #logOutage: (fields: object) => void;
  readonly #shares = new Shares();
  readonly #batches = new ReadBatches();
  readonly #operations = new LRUCache<string, { schema: Schema; operation: Operation }>({
    max: CACHED_OPERATIONS,
    maxSize: CACHED_LETTERS,
    sizeCalculation: ({ operation }, key) => key.length + operation.statement.text.length,
  });

  constructor(
    pool: Pool,
    replicas: Replicas,
    schemas: SchemaCache,
    callers: CallerResolver,
    log: Logger,
  ) {
    this.#pool = pool;
    this.#replicas = replicas;
    this.#schemas = schemas;
    this.#callers = callers;
    this.#log = log;
    this.#logOutage = throttled((fields) => log.warn(fields, "REST requests fail for now"));
  }

  /** @param together see `Backend.fetch` */
  async answer(request: Request, resource: Resource, together?: object): Promise<Response> {
    try {
      const caller = await this.#callers.of(request);
      const schema = this.#schemas.known ?? (await this.#schemas.current());
      const body = hasBody(request) ? await bodyOf(request, caller) : "";
      const attempt = async (seen: Schema) => {
        const operation = this.#operation(seen, request, resource, body, caller);
        const result = await this.#run(request, resource, caller, operation, together);
        const response = operation.reply(result);
        // A browser's store outlasts the session, and the next person at the computer reads it.
        if (caller.role !== "anon") response.headers.set("cache-control", "no-store");
        return response;
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

  /** Runs an operation within the caller's share. */
  async #run(
    request: Request,
    { name, isFunction }: Resource,
    caller: Caller,
    operation: Operation,
    together: object | undefined,
  ): Promise<Result> {
    const settings = requestSettings(request, isFunction ? `/rpc/${name}` : `/${name}`);
    try {
      const result = await this.#shares.run(request, caller, operation, async () => {
        // What members read may be what they have just written.
        const isVisitors = operation.readOnly && caller.role === "anon";
        const replica = isVisitors ? await this.#replicas.pick() : undefined;
        const alone = () => executeOn(replica, this.#pool, caller, operation, settings);
        if (!together || !ReadBatches.accepts(operation)) return alone();
        const pool = replica?.pool ?? this.#pool;
        return this.#batches.run(together, pool, caller, { operation, settings }, alone);
      });
      // What was written stays written, so a write is refused earlier, by its statement.
      if (operation.readOnly && isBounded(caller) && isTooLarge(result)) throw answerTooLarge();
      return result;
    } catch (error) {
      if (error instanceof NoRoom) throw overloaded();
      // A statement that ran out of time among many others may succeed later.
      const isLate = error instanceof ApiError && error.code === "57014" && this.#shares.areBusy;
      throw isLate && isBounded(caller) ? overloaded() : error;
    }
  }

  /** Answers the root with a small OpenAPI document, 2.0 as PostgREST's, or 3.1 if that is asked for. */
  async root(request: Request): Promise<Response> {
    try {
      if (request.method !== "GET" && request.method !== "HEAD") {
        throw unsupportedMethod(request.method);
      }
      const { role } = await this.#callers.of(request);
      const is31 = /openapi\+json; *version=3\.1/.test(request.headers.get("accept") ?? "");
      const schema = await this.#schemas.current();
      return Response.json(is31 ? openApi(schema, role) : swagger(schema, role), {
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
  #operation(
    schema: Schema,
    request: Request,
    resource: Resource,
    body: string,
    { role }: Caller,
  ): Operation {
    if (!isReading(request)) return plan(schema, request, resource, body, role);
    const headers = RELEVANT_HEADERS.map((header) => request.headers.get(header) ?? "");
    const key = [isBounded({ role }), request.method, request.url, ...headers].join("\n");
    const known = this.#operations.get(key);
    if (known?.schema === schema) return known.operation;
    const operation = plan(schema, request, resource, body, role);
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

/** Reads the body. @throws {ApiError} if it is too large without the service key, or incomplete */
async function bodyOf(request: Request, caller: Caller): Promise<string> {
  const length = Number(request.headers.get("content-length") ?? 0);
  if (isBounded(caller) && length > MAX_BODY_BYTES) throw bodyTooLarge();
  const body = await request.text().catch((error: unknown) => {
    throw isCutOff(error) ? invalidBody("The body is incomplete") : error;
  });
  if (isBounded(caller) && body.length > MAX_BODY_BYTES) throw bodyTooLarge();
  return body;
}

function isTooLarge({ body }: Result): boolean {
  if (body === null || body.length * 3 <= MAX_ANSWER_BYTES) return false;
  return Buffer.byteLength(body) > MAX_ANSWER_BYTES;
}

/** Plans a request within the bounds of its conditions. @throws {ApiError} */
function plan(
  schema: Schema,
  request: Request,
  resource: Resource,
  body: string,
  role: string,
): Operation {
  const parsed = parseRequest(request, resource, body, role);
  const conditions = parsed.query.conditions.map(({ value }) => value);
  const isSlow = isBounded(parsed) && boundConditions(conditions);
  const operation = resource.prepare(schema, parsed);
  return isSlow ? { ...operation, isHeavy: true } : operation;
}

/**
 * Parses a request of a role.
 * @throws {ApiError} for requests that are invalid for every resource
 */
export function parseRequest(
  request: Request,
  resource: Resource,
  body: string,
  role: string,
): RestRequest {
  const { method, headers, url } = request;
  const reading = isReading(request);
  const profile = headers.get(reading ? "accept-profile" : "content-profile");
  if (profile !== null && profile !== "public") throw unacceptableSchema(profile);
  const isText = hasBody(request) && isTextBody(headers.get("content-type"), resource.isFunction);
  const query = parseQuery(new URL(url).searchParams, resource.isFunction && reading);
  return {
    method,
    name: resource.name,
    query,
    format: parseAccept(headers.get("accept")),
    preferences: parsePreferences(headers.get("prefer")),
    range: headers.get("range"),
    body,
    isTextBody: isText,
    role,
  };
}
