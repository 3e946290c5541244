import { exportJWK, generateKeyPair, importJWK, type JWK } from "jose";
import { randomUUID } from "node:crypto";

import { asOwner } from "../database/session.ts";
import type { Pool } from "../database/pool.ts";

export const ALGORITHM = "ES256";

type SigningKey = Awaited<ReturnType<typeof importJWK>>;

/** A key that verifies tokens; a retired key verifies only the anonymous key. */
export interface VerifyingKey {
  key: SigningKey;
  retired: boolean;
}

/** The key that signs new tokens, and every key that still verifies old ones. */
export interface KeySet {
  readonly current: { kid: string; privateKey: SigningKey };
  readonly verifying: ReadonlyMap<string, VerifyingKey>;
  /** The public keys that are not retired, as in `/.well-known/jwks.json`. */
  readonly jwks: { keys: JWK[] };
  /** Changes with the keys. Earlier verifications are invalid then. */
  readonly generation: number;
  /** Reads the keys again, unless that was done just now: another server may have added one. */
  refresh(): Promise<void>;
  close(): void;
}

interface KeyRow {
  kid: string;
  private_jwk: JWK;
  retired: boolean;
}

interface Queryable {
  query<T extends object>(text: string, values?: unknown[]): Promise<{ rows: T[] }>;
}

/** Every server signs with a new key after this time at the latest, in milliseconds. */
const REFRESH_INTERVAL_MS = 30_000;
/** Minimum time between two reads of the keys for unknown key ids, in milliseconds. */
const MIN_REFRESH_INTERVAL_MS = 1_000;

/**
 * Loads the signing keys, which all servers on one database share. The first server creates the
 * first key.
 */
export async function loadKeys(pool: Pool): Promise<KeySet> {
  const keys = new LiveKeys(pool);
  await keys.load();
  return keys;
}

class LiveKeys implements KeySet {
  current!: KeySet["current"];
  verifying: Map<string, VerifyingKey> = new Map();
  jwks: { keys: JWK[] } = { keys: [] };
  generation = 0;
  readonly #pool: Pool;
  readonly #timer: NodeJS.Timeout;
  #known = "";
  #next = 0;
  #underWay: Promise<void> | undefined;

  constructor(pool: Pool) {
    this.#pool = pool;
    // While the database is unreachable, the earlier keys stay in use.
    this.#timer = setInterval(
      () => void this.refresh().catch(() => undefined),
      REFRESH_INTERVAL_MS,
    );
    this.#timer.unref();
  }

  async load(): Promise<void> {
    const rows = await asOwner(this.#pool, async (client) => {
      await client.query("lock table backend.signing_keys in exclusive mode");
      const stored = await storedKeys(client);
      return stored.length > 0 ? stored : [await insertKey(client)];
    });
    await this.#take(rows);
  }

  refresh(): Promise<void> {
    if (Date.now() < this.#next) return this.#underWay ?? Promise.resolve();
    this.#next = Date.now() + MIN_REFRESH_INTERVAL_MS;
    this.#underWay = storedKeys(this.#pool)
      .then((rows) => this.#take(rows))
      .finally(() => (this.#underWay = undefined));
    return this.#underWay;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #take(rows: KeyRow[]): Promise<void> {
    const known = rows.map(({ kid, retired }) => `${kid} ${retired}`).join();
    if (known === this.#known || rows.length === 0) return;
    const verifying = new Map<string, VerifyingKey>();
    const keys: JWK[] = [];
    for (const { kid, private_jwk, retired } of rows) {
      const { d: _secret, ...coordinates } = private_jwk;
      const jwk = { ...coordinates, kid, alg: ALGORITHM, use: "sig", key_ops: ["verify"] };
      verifying.set(kid, { key: await importJWK(jwk, ALGORITHM), retired });
      if (!retired) keys.push(jwk);
    }
    const newest = rows[0]!;
    const privateKey = await importJWK(newest.private_jwk, ALGORITHM);
    this.current = { kid: newest.kid, privateKey };
    this.verifying = verifying;
    this.jwks = { keys };
    this.#known = known;
    this.generation += 1;
  }
}

/** Reads the keys, the newest first. */
async function storedKeys(db: Queryable): Promise<KeyRow[]> {
  const stored = await db.query<KeyRow>(
    `select kid, private_jwk, retired_at is not null as retired
     from backend.signing_keys order by created_at desc, kid`,
  );
  return stored.rows;
}

async function insertKey(db: Queryable): Promise<KeyRow> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const row = { kid: randomUUID(), private_jwk: await exportJWK(privateKey), retired: false };
  await db.query(
    `insert into backend.signing_keys (kid, private_jwk, created_at)
     values ($1, $2, clock_timestamp())`,
    [row.kid, row.private_jwk],
  );
  return row;
}

/** Creates a key that signs from now on; earlier tokens stay valid. Returns its id. */
export async function rotateKeys(db: Queryable): Promise<string> {
  return (await insertKey(db)).kid;
}

/**
 * Retires every key but the newest: their access tokens and secret keys are refused, and sessions
 * continue with their next refresh. Returns the number of retired keys.
 */
export async function retireKeys(db: Queryable): Promise<number> {
  const retired = await db.query(
    `update backend.signing_keys set retired_at = now()
     where retired_at is null
       and kid <> (select kid from backend.signing_keys order by created_at desc, kid limit 1)
     returning kid`,
  );
  return retired.rows.length;
}
