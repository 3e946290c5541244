import { audit } from "../audit.ts";
import type { Queryable } from "../database.ts";
import { AuthError, userBanned, violatedConstraint } from "../errors.ts";
import type { RequestOrigin } from "../request.ts";
import { isBanned, lockAddress, lockUser, noteProviders, userById, type User } from "../users.ts";
import { deleteUnconfirmed } from "../sign-ups.ts";
import { emailExists } from "../verification.ts";
import { alreadyLinked, insertIdentity, ownerOf, requireVerified } from "./accounts.ts";
import type { Profile } from "./provider.ts";

/**
 * Locks and returns the account that wants to link an identity, if the identity is free.
 * @throws {AuthError} user_not_found, user_banned, identity_already_exists
 */
export async function requireLinkable(
  db: Queryable,
  userId: string,
  provider: string,
  profile: Profile,
): Promise<User> {
  const user = await lockUser(db, userId);
  if (!user) throw new AuthError(422, "user_not_found", "Linking target user not found");
  if (isBanned(user)) throw userBanned();
  const owner = await ownerOf(db, provider, profile.subject);
  if (owner) throw alreadyLinked(owner === user.id ? "" : " to another user");
  return user;
}

/**
 * Adds an identity to the account that requested it. An anonymous account becomes a full one, if
 * the provider has verified an address that no other account has.
 * @throws {AuthError} identity_already_exists, provider_email_needs_verification, email_exists
 */
export async function linkIdentity(
  db: Queryable,
  userId: string,
  provider: string,
  profile: Profile,
  origin: RequestOrigin,
): Promise<User> {
  const user = await requireLinkable(db, userId, provider, profile);
  if (!user.email) await giveAddress(db, user.id, requireVerified(provider, profile));
  await insertIdentity(db, user.id, provider, profile);
  const traits = { provider, provider_id: profile.subject };
  await audit(db, origin, user, "identity_linked", traits);
  return (await userById(db, user.id))!;
}

async function giveAddress(db: Queryable, id: string, email: string): Promise<void> {
  await lockAddress(db, email);
  await deleteUnconfirmed(db, email);
  await db
    .query(
      `update auth.users set email = $2, email_confirmed_at = now(), is_anonymous = false,
         updated_at = now() where id = $1`,
      [id, email],
    )
    .catch((error: unknown) => {
      throw violatedConstraint(error) === "users_email_partial_key" ? emailExists() : error;
    });
}

/** Removes the account's number: without its identity, it must not sign in. */
async function removePhone(db: Queryable, id: string): Promise<void> {
  await db.query(
    `update auth.users set phone = null, phone_confirmed_at = null, phone_change = '',
       raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"phone_verified": false}'
     where id = $1`,
    [id],
  );
  await db.query("delete from auth.one_time_tokens where user_id = $1", [id]);
}

/**
 * Removes an identity. The account keeps its address if another identity has it too; otherwise it
 * gets the address of an identity whose provider has verified it.
 * @throws {AuthError} single_identity_not_deletable, identity_not_found,
 *   email_conflict_identity_not_deletable
 */
export async function unlinkIdentity(
  db: Queryable,
  userId: string,
  identityId: string,
  origin: RequestOrigin,
): Promise<void> {
  const user = (await lockUser(db, userId))!;
  if (user.identities.length <= 1) {
    throw new AuthError(
      422,
      "single_identity_not_deletable",
      "User must have at least 1 identity after unlinking",
    );
  }
  const removed = user.identities.find((identity) => identity.id === identityId);
  if (!removed) throw new AuthError(422, "identity_not_found", "Identity doesn't exist");
  const rest = user.identities.filter((identity) => identity !== removed);
  await db.query("delete from auth.identities where id = $1", [removed.id]);
  if (removed.provider === "phone") await removePhone(db, user.id);
  if (user.email && !rest.some((identity) => identity.email === user.email)) {
    const heir = rest.find(
      ({ identity_data: data, email }) => email && data.email_verified === true,
    );
    if (!heir?.email) throw conflict();
    await db
      .query(
        `update auth.users set email = $2, email_change = '', email_change_confirm_status = 0
         where id = $1`,
        [user.id, heir.email],
      )
      .catch((error: unknown) => {
        throw violatedConstraint(error) === "users_email_partial_key" ? conflict() : error;
      });
    // Links of earlier mails prove the previous address.
    await db.query("delete from auth.one_time_tokens where user_id = $1", [user.id]);
  }
  await noteProviders(db, user.id);
  const traits = { provider: removed.provider, provider_id: removed.provider_id };
  await audit(db, origin, user, "identity_unlinked", traits);
}

function conflict(): AuthError {
  return new AuthError(
    422,
    "email_conflict_identity_not_deletable",
    "Unable to unlink identity due to email conflict",
  );
}
