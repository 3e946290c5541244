import { asOwner } from "../database/session.ts";
import type { Pool } from "../database/pool.ts";
import type { Queryable } from "./database.ts";
import { passwordFits } from "./password.ts";
import { ONE_TIME_TOKEN_LIFETIME_SECONDS, SIGN_UP_LIFETIME_SECONDS } from "./policy.ts";
import type { User } from "./users.ts";

/**
 * Sign-ups that nobody has confirmed. There is a row for every address that somebody signed up
 * with, also for one that has an account: whatever a stranger is answered later is decided by this
 * row, so that it is the same in both cases.
 */
export interface SignUp {
  /** An e-mail address or a phone number. */
  address: string;
  /** The account that the sign-up made; undefined if there was one. */
  userId: string | undefined;
  passwordHash: string | null;
}

/** Stores the newest sign-up of an address. The address must be locked. */
export async function recordSignUp(db: Queryable, signUp: SignUp): Promise<void> {
  await db.query(
    `insert into backend.sign_ups (address, user_id, password_hash) values ($1, $2, $3)
     on conflict (address) do update set user_id = excluded.user_id,
       password_hash = excluded.password_hash, created_at = excluded.created_at`,
    [signUp.address, signUp.userId, signUp.passwordHash],
  );
}

/** Forgets the sign-up of an account that has been confirmed. */
export async function forgetSignUp(db: Queryable, userId: string): Promise<void> {
  await db.query("delete from backend.sign_ups where user_id = $1", [userId]);
}

/**
 * Returns true if an earlier sign-up of this address used another password: a stranger may have
 * made it. The mailbox's owner then confirms the address but neither password. The account gets the
 * password of the browser that exchanges the link's code (PKCE). The address must be locked.
 */
export async function isContested(
  db: Queryable,
  { address, passwordHash }: Pick<SignUp, "address" | "passwordHash">,
  password: string,
): Promise<boolean> {
  if (!passwordHash) return false;
  const found = await db.query<{ hash: string | null }>(
    `select password_hash as hash from backend.sign_ups
     where address = $1 and created_at > now() - make_interval(secs => $2)`,
    [address, ONE_TIME_TOKEN_LIFETIME_SECONDS],
  );
  const rival = found.rows[0];
  // Compared also without a rival: the duration must not tell whether there is one.
  const fits = await passwordFits(password, rival?.hash ?? passwordHash);
  return rival !== undefined && !(rival.hash && fits);
}

/**
 * Returns true for the password of an unconfirmed sign-up of the address, whether it made an
 * account or not. An account that an administrator created counts as well.
 */
export async function fitsSignUp(
  db: Queryable,
  address: string,
  user: User | undefined,
  password: string,
): Promise<boolean> {
  const found = await db.query<{ hash: string | null }>(
    "select password_hash as hash from backend.sign_ups where address = $1",
    [address],
  );
  const waiting = user?.confirmed_at ? null : (user?.encrypted_password ?? null);
  return passwordFits(password, found.rows[0] ? found.rows[0].hash : waiting);
}

/**
 * A condition on a row of `auth.users` for the unconfirmed, unused account of a sign-up. Accounts
 * that an administrator has created or invited are none.
 */
const FROM_SIGN_UP = `email_confirmed_at is null and phone_confirmed_at is null
  and last_sign_in_at is null`;

/**
 * Deletes the unconfirmed, unused account that a sign-up of the address or number made. The newest
 * sign-up counts: the reader of the newest mail must find their own password and name, not those of
 * a stranger who came first.
 */
export async function deleteUnconfirmed(db: Queryable, address: string): Promise<void> {
  const waiting = `(select user_id from backend.sign_ups where address = $1)`;
  // Locks in the same order as a verification. Otherwise the two could deadlock.
  await db.query(
    `delete from auth.one_time_tokens where user_id in
       (select id from auth.users where id in ${waiting} and ${FROM_SIGN_UP})`,
    [address],
  );
  await db.query(`delete from auth.users where id in ${waiting} and ${FROM_SIGN_UP}`, [address]);
}

/** Deletes sign-ups that nobody has confirmed in time, with their accounts and usernames. */
export async function sweepSignUps(pool: Pool): Promise<void> {
  const late = `(select user_id from backend.sign_ups
    where created_at < now() - make_interval(secs => ${SIGN_UP_LIFETIME_SECONDS}))`;
  await asOwner(pool, async (db) => {
    await db.query(
      `delete from auth.one_time_tokens where user_id in
         (select id from auth.users where id in ${late} and ${FROM_SIGN_UP})`,
    );
    await db.query(`delete from auth.users where id in ${late} and ${FROM_SIGN_UP}`);
    await db.query(
      `delete from backend.sign_ups
       where created_at < now() - make_interval(secs => ${SIGN_UP_LIFETIME_SECONDS})`,
    );
  });
}
