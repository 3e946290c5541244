import type { Queryable } from "./database.ts";
import { AuthError } from "./errors.ts";
import { isKnownOrigin } from "./known-origins.ts";
import { originKey, type Limits } from "./limits.ts";
import { userByPhone } from "./phones.ts";
import type { RequestOrigin } from "./request.ts";
import type { AuthService } from "./service.ts";
import { userByEmail, type User } from "./users.ts";

/**
 * Counts an attempt at a password, before the password is verified: concurrent guesses can't exceed
 * the limits. One address is slowed down long before the account is closed to all others. Then the
 * owner is warned, and devices that have opened the account before may go on.
 * @param name the address or number of the account
 * @returns a function that takes the count back after the right password
 * @throws {AuthError} over_request_rate_limit
 */
export async function countPasswordAttempt(
  service: AuthService,
  name: string,
  origin: RequestOrigin,
): Promise<() => Promise<void>> {
  const { limits } = service;
  const here = `${name} ${originKey(origin)}`;
  await limits.count("signInFailure", here);
  await limits
    .count("signInFailures", here)
    .catch((error: unknown) => refuse(service, name, error));
  await limits.count("accountFailure", name).catch(async (error: unknown) => {
    const user = await accountOf(service.pool, name);
    if (
      error instanceof AuthError &&
      user &&
      (await isKnownOrigin(service.pool, user.id, origin))
    ) {
      return;
    }
    await refuse(service, name, error);
  });
  return () => takeBack(limits, name, here);
}

async function takeBack(limits: Limits, name: string, here: string): Promise<void> {
  await Promise.all([
    limits.refund("signInFailure", here),
    limits.refund("signInFailures", here),
    limits.refund("accountFailure", name),
  ]);
}

function accountOf(db: Queryable, name: string): Promise<User | undefined> {
  return name.includes("@") ? userByEmail(db, name) : userByPhone(db, name);
}

/** Warns the account's owner, at most once a day, and refuses the attempt. */
async function refuse(service: AuthService, name: string, refusal: unknown): Promise<never> {
  if (!(refusal instanceof AuthError)) throw refusal;
  const isFirst = await service.limits.count("attackWarning", name).then(
    () => true,
    () => false,
  );
  if (isFirst) {
    await service.pool.query(
      `select backend.queue_security_mail(account, account.email, 'sign-in-attempts', '{}')
       from auth.users account
       where (account.email = $1 or account.phone = $1) and not account.is_sso_user`,
      [name],
    );
    // Not awaited: the duration must not tell whether the address has an account.
    void service.mails.deliverSecurityMails();
  }
  throw refusal;
}
