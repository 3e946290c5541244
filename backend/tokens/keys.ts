import { exportJWK, generateKeyPair, importJWK, type JWK } from "jose";
import { randomUUID } from "node:crypto";

import { asOwner } from "../database/session.ts";
import type { Pool } from "../database/pool.ts";

export const ALGORITHM = "ES256";

export type SigningKey = Awaited<ReturnType<typeof importJWK>>;

/** The key that signs new tokens, and every key that still verifies old ones. */
export interface KeySet {
  current: { kid: string; privateKey: SigningKey };
  verifying: Map<string, SigningKey>;
  /** The public half of every verifying key, as `/.well-known/jwks.json` shows it. */
  jwks: { keys: JWK[] };
}

interface KeyRow {
  kid: string;
  private_jwk: JWK;
}

/**
 * The signing keys, shared by every server on one database; the first server to ask makes the
 * first key. The newest key signs, older ones keep verifying until they are deleted.
 */
export async function loadKeys(pool: Pool): Promise<KeySet> {
  const rows = await asOwner(pool, async (client) => {
    await client.query("lock table backend.signing_keys in exclusive mode");
    const stored = await client.query<KeyRow>(
      "select kid, private_jwk from backend.signing_keys order by created_at desc",
    );
    return stored.rows.length > 0 ? stored.rows : [await insertKey(client)];
  });
  return keySet(rows);
}

async function insertKey(client: {
  query(text: string, values: unknown[]): Promise<unknown>;
}): Promise<KeyRow> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const row = { kid: randomUUID(), private_jwk: await exportJWK(privateKey) };
  await client.query("insert into backend.signing_keys (kid, private_jwk) values ($1, $2)", [
    row.kid,
    row.private_jwk,
  ]);
  return row;
}

async function keySet(rows: KeyRow[]): Promise<KeySet> {
  const verifying = new Map<string, SigningKey>();
  const keys: JWK[] = [];
  for (const { kid, private_jwk } of rows) {
    const { d: _secret, ...coordinates } = private_jwk;
    const jwk = { ...coordinates, kid, alg: ALGORITHM, use: "sig", key_ops: ["verify"] };
    verifying.set(kid, await importJWK(jwk, ALGORITHM));
    keys.push(jwk);
  }
  const newest = rows[0]!;
  const privateKey = await importJWK(newest.private_jwk, ALGORITHM);
  return { current: { kid: newest.kid, privateKey }, verifying, jwks: { keys } };
}
