import { LRUCache } from "lru-cache";

import { credentials, tokenOf } from "../http/credentials.ts";
import { REQUEST_ROLES } from "../database/roles.ts";
import { CLOCK_LEEWAY_SECONDS, InvalidToken } from "../tokens/jwt.ts";
import type { KeySet } from "../tokens/keys.ts";
import { ApiError } from "./errors.ts";

/** The role and claims that a request's statements run as. */
export interface Caller {
  role: string;
  /** The token's claims in the form of `request.jwt.claims`. */
  claims: string;
  /** In milliseconds since 1970. */
  expires: number;
}

const ROLES: ReadonlySet<string> = new Set(REQUEST_ROLES);

/**
 * Resolves tokens to callers. A verified token is cached until it expires, because checking the
 * signature costs more than a small query.
 */
export class CallerResolver {
  readonly #keys: KeySet;
  readonly #known = new LRUCache<string, Caller>({ max: 1_000 });
  #generation: number;

  constructor(keys: KeySet) {
    this.#keys = keys;
    this.#generation = keys.generation;
  }

  /** @throws {ApiError} PGRST301 to PGRST303 */
  async of(request: Request): Promise<Caller> {
    if (this.#generation !== this.#keys.generation) {
      this.#generation = this.#keys.generation;
      this.#known.clear();
    }
    const token = tokenOf(request);
    const known = token === undefined ? undefined : this.#known.get(token);
    if (known && known.expires > Date.now()) return known;
    const caller = await this.#verify(request);
    if (token !== undefined) this.#known.set(token, caller);
    return caller;
  }

  async #verify(request: Request): Promise<Caller> {
    try {
      const claims = await credentials(this.#keys, request);
      if (!ROLES.has(claims.role)) {
        throw new ApiError(401, "22023", `role "${claims.role}" does not exist`);
      }
      const expires =
        claims.exp === undefined ? Infinity : (claims.exp + CLOCK_LEEWAY_SECONDS) * 1_000;
      return { role: claims.role, claims: JSON.stringify(claims), expires };
    } catch (error) {
      if (!(error instanceof InvalidToken)) throw error;
      if (error.isUntimely) throw new ApiError(401, "PGRST303", error.message);
      if (error.message.startsWith("No API key")) {
        throw new ApiError(401, "PGRST302", error.message, {
          hint: "No `apikey` request header or url param was found.",
        });
      }
      throw new ApiError(401, "PGRST301", error.message);
    }
  }
}
