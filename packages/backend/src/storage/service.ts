import { REQUEST_ROLES } from "../database/roles.ts";
import { asBearer } from "../database/session.ts";
import type { Client, Pool } from "../database/pool.ts";
import { credentials } from "../http/credentials.ts";
import type { Logger } from "../logger.ts";
import type { Claims } from "../tokens/claims.ts";
import type { KeySet } from "../tokens/keys.ts";
import type { AllowedRenderings } from "../options.ts";
import { accessDenied } from "./errors.ts";
import type { Turns } from "./image/turns.ts";
import type { OrphanFiles } from "./orphan-files.ts";
import type { Renderer } from "./render/renderer.ts";
import type { AddressSigner } from "./signed-address.ts";
import type { FileStore } from "./store/store.ts";
import type { UploadRate } from "./upload-rate.ts";

/** The shared dependencies of the storage routes. */
export interface StorageService {
  pool: Pool;
  keys: KeySet;
  log: Logger;
  store: FileStore;
  /** The folder of temporary files. */
  incoming: string;
  orphanFiles: OrphanFiles;
  /** The turns of work on images. */
  turns: Turns;
  renderer: Renderer;
  /** What anyone may have rendered, by bucket. */
  renderings: Record<string, AllowedRenderings>;
  /** The least length of an image's shorter side, by bucket. */
  leastSides: Record<string, number>;
  /** The buckets of pictures, which are drawn anew. */
  pictures: ReadonlySet<string>;
  addresses: AddressSigner;
  countUpload: UploadRate;
}

/** Runs `work` in a transaction with the requester's rights. */
export type Transact = <T>(work: (client: Client) => Promise<T>) => Promise<T>;

/** The sender of a request: its rights in the database, and the member, if any. */
export interface Requester {
  member: string | null;
  role: string;
  aal?: Claims["aal"];
  /** True for the secret key, which has no rate limits. */
  isService: boolean;
  transact: Transact;
}

const ROLES: ReadonlySet<string> = new Set(REQUEST_ROLES);

/**
 * Returns the requester of a route that isn't public.
 * @throws {StorageError}
 * @throws {InvalidToken} without a valid token
 */
export async function requesterOf(service: StorageService, request: Request): Promise<Requester> {
  return requesterWith(service.pool, await credentials(service.keys, request));
}

/** Returns the requester with these claims. @throws {StorageError} for a role of no request */
export function requesterWith(pool: Pool, claims: Claims): Requester {
  if (!ROLES.has(claims.role)) throw accessDenied("The token has no role of ours");
  return {
    member: claims.sub ?? null,
    role: claims.role,
    aal: claims.aal,
    isService: claims.role === "service_role",
    transact: (work) => asBearer(pool, claims, work),
  };
}
