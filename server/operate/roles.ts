import type pg from "pg";

import { StartError } from "./start-error.ts";

export const ROLES = { admin: "an administrator", reviewer: "a reviewer" } as const;
export type Role = keyof typeof ROLES;

/**
 * Makes a member an administrator or a reviewer.
 * @returns what to tell the operator
 */
export async function grantRole(
  client: pg.ClientBase,
  id: string,
  email: string,
  role: Role,
): Promise<string> {
  // A stranger may have signed up with the address: only its reader can confirm it.
  const member = await client.query("select from public.profiles where id = $1", [id]);
  if (member.rowCount === 0) {
    throw new StartError(`${email} is not confirmed: open the link in the confirmation mail first`);
  }
  const { rowCount } = await client.query(
    "insert into public.user_roles (user_id, role) values ($1, $2) on conflict do nothing",
    [id, role],
  );
  return `${email} ${rowCount ? `is ${ROLES[role]} now` : `already is ${ROLES[role]}`}`;
}

/**
 * The id of the account with an address: the member's own. An organisation's sign-in may give its accounts the same one.
 * @throws {StartError} if only accounts of several organisations have it
 */
export async function findAccount(
  client: pg.ClientBase,
  email: string,
): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string; is_sso_user: boolean }>(
    `select id, is_sso_user from auth.users
     where lower(email) = lower($1) and deleted_at is null order by is_sso_user limit 2`,
    [email],
  );
  const [first, second] = rows;
  if (second && first?.is_sso_user) {
    throw new StartError(`several accounts have the address ${email}, each by an organisation`);
  }
  return first?.id;
}

/** @throws {StartError} if nobody has an account with the address */
export async function accountOf(client: pg.ClientBase, email: string): Promise<string> {
  const id = await findAccount(client, email);
  if (id) return id;
  throw new StartError(`there is no account with the address ${email}: sign up on the site first`);
}
