import { asBearer } from "../database/session.ts";
import type { Client, Pool } from "../database/pool.ts";
import { credentials } from "../http/credentials.ts";
import type { Logger } from "../logger.ts";
import type { Claims } from "../tokens/claims.ts";
import type { KeySet } from "../tokens/keys.ts";
import { accessDenied } from "./errors.ts";
import type { Leftovers } from "./leftovers.ts";
import type { Renderer } from "./render/renderer.ts";
import type { AddressSigner } from "./signed-address.ts";
import type { FileStore } from "./store/store.ts";
import type { UploadRate } from "./upload-rate.ts";

/** What the routes of the storage service share. */
export interface StorageService {
  pool: Pool;
  keys: KeySet;
  log: Logger;
  store: FileStore;
  /** Folder of uploads under way. */
  incoming: string;
  leftovers: Leftovers;
  renderer: Renderer;
  addresses: AddressSigner;
  countUpload: UploadRate;
}

/** Runs work in a transaction with somebody's rights. */
export type Transact = <T>(work: (client: Client) => Promise<T>) => Promise<T>;

/** Whoever asks: their rights in the database, and the member they are, if any. */
export interface Caller {
  member: string | null;
  /** The key of the operator's own commands, which no rate limit stops. */
  isService: boolean;
  transact: Transact;
}

const ROLES = new Set(["anon", "authenticated", "service_role"]);

/**
 * The caller of a route that isn't public.
 * @throws {StorageError | InvalidToken} without a token of ours
 */
export async function callerOf(service: StorageService, request: Request): Promise<Caller> {
  const claims: Claims = await credentials(service.keys, request);
  if (!ROLES.has(claims.role)) throw accessDenied("The token has no role of ours");
  return {
    member: claims.sub ?? null,
    isService: claims.role === "service_role",
    transact: (work) => asBearer(service.pool, claims, work),
  };
}
