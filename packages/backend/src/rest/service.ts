import { LRUCache } from "lru-cache";

import type { Pool } from "../database/pool.ts";
import { type Logger, sparingly } from "../logger.ts";
import type { Callers } from "./caller.ts";
import { databaseError } from "./database-errors.ts";
import { ApiError, unacceptableSchema, unsupportedMethod } from "./errors.ts";
import { execute } from "./execute.ts";
import type { Job, RestRequest } from "./operations/operation.ts";
import { openApi } from "./openapi.ts";
import { requireJson } from "./parse/body.ts";
import { parseAccept } from "./parse/media.ts";
import { parsePreferences } from "./parse/preferences.ts";
import { parseQuery } from "./parse/query.ts";
import { respondError } from "./respond.ts";
import type { SchemaCache } from "./schema/cache.ts";
import type { Schema } from "./schema/types.ts";

/** What is asked for: a table or view, or a function. */
export interface Resource {
  /** Decoded, as the client wrote it: whether there is such a thing is not known yet. */
  name: string;
  isFunction: boolean;
  /** Turns requests for it into jobs; throws an `ApiError` for what can't be done. */
  prepare: (schema: Schema, request: RestRequest) => Job;
}

/** Reading requests whose jobs are kept: a page asks the same few questions all the time. */
const KEPT_JOBS = 1_000;

/** Headers that change what a reading request comes to. */
const TELLING_HEADERS = ["accept", "prefer", "range", "accept-profile"];

/** Answers requests: who asks, what is asked, run it, and once more if the schema has changed. */
export class RestService {
  readonly #pool: Pool;
  readonly #schemas: SchemaCache;
  readonly #callers: Callers;
  readonly #log: Logger;
  readonly #sayAway: (fields: object) => void;
  readonly #jobs = new LRUCache<string, { schema: Schema; job: Job }>({ max: KEPT_JOBS });

  constructor(pool: Pool, schemas: SchemaCache, callers: Callers, log: Logger) {
    this.#pool = pool;
    this.#schemas = schemas;
    this.#callers = callers;
    this.#log = log;
    this.#sayAway = sparingly((fields) => log.warn(fields, "REST requests fail for now"));
  }

  async answer(request: Request, resource: Resource): Promise<Response> {
    try {
      const caller = await this.#callers.of(request);
      const schema = this.#schemas.known ?? (await this.#schemas.current());
      const body = hasBody(request) ? await request.text() : "";
      const attempt = async (seen: Schema) => {
        const job = this.#job(seen, request, resource, body);
        return job.reply(await execute(this.#pool, caller, job));
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

  /** What there is, as a small OpenAPI document. */
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

  /** The answer to what went wrong. What isn't meant for the client is in the log only. */
  #failure(error: unknown, request: Request): Response {
    const known = error instanceof ApiError ? error : databaseError(error, "anon");
    const told = known ?? new ApiError(500, "PGRSTX00", "Internal server error", { cause: error });
    const { status, code, message, cause } = told;
    if (status === 503) this.#sayAway({ status, code, err: cause ?? message });
    else if (status >= 500) {
      this.#log.error({ status, code, err: cause ?? message }, "REST request failed");
    }
    return respondError(told, request.method);
  }

  /** A reading request's job is the same each time until the schema changes. */
  #job(schema: Schema, request: Request, resource: Resource, body: string): Job {
    const { prepare } = resource;
    if (!isReading(request)) return prepare(schema, parseRequest(request, resource, body));
    const headers = TELLING_HEADERS.map((header) => request.headers.get(header) ?? "");
    const key = [request.method, request.url, ...headers].join("\n");
    const known = this.#jobs.get(key);
    if (known?.schema === schema) return known.job;
    const job = prepare(schema, parseRequest(request, resource, body));
    this.#jobs.set(key, { schema, job });
    return job;
  }
}

function isReading({ method }: Request): boolean {
  return method === "GET" || method === "HEAD";
}

function hasBody(request: Request): boolean {
  return !isReading(request) && request.method !== "DELETE";
}

/** @throws {ApiError} for what no resource could answer */
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
