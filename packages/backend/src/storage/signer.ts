import type { Pool } from "../database/pool.ts";
import type { Claims } from "../tokens/claims.ts";
import { accessDenied } from "./errors.ts";
import { requesterWith, type Requester } from "./service.ts";
import type { AddressClaims } from "./signed-address.ts";

/**
 * Returns the signer of an upload address with their present rights: an address must not outlive a
 * suspension, or the right to write the object. An address without a role gets a visitor's rights.
 * @throws {StorageError} if the account is deleted or banned
 */
export async function signerOf(
  pool: Pool,
  { owner, role = owner ? "authenticated" : "anon", aal }: AddressClaims,
): Promise<Requester> {
  // The uploads of this address are counted and limited, even if the service key signed it.
  if (!owner) return { ...requesterWith(pool, { role }), isService: false };
  return requesterWith(pool, { ...(await accountClaims(pool, owner)), role, aal: aal ?? "aal1" });
}

/** The claims of an account's access token, except for those of a session. */
async function accountClaims(pool: Pool, id: string): Promise<Omit<Claims, "role">> {
  const { rows } = await pool.query<Omit<Claims, "role">>(
    `select id as sub, aud, coalesce(email, '') as email, coalesce(phone, '') as phone,
       raw_app_meta_data as app_metadata, raw_user_meta_data as user_metadata, is_anonymous
     from auth.users
     where id = $1 and deleted_at is null and (banned_until is null or banned_until <= now())`,
    [id],
  );
  if (!rows[0]) throw accessDenied("The account that signed this address can't write");
  return rows[0];
}
