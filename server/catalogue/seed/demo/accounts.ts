import type { Client } from "@maillotheque/backend";
import { seededId } from "./deterministic.ts";
import { VOTERS } from "./votes.ts";

/** The author of the demo jerseys; removal finds them by it. */
export const AUTHOR = seededId("author");

const voter = (index: number) => seededId(`voter ${index}`);
export const VOTER_IDS = Array.from({ length: VOTERS }, (_, index) => voter(index));

interface Account {
  id: string;
  email: string;
  username: string;
  display_name: string;
}

/** No real domain ends in `.invalid`, so mail to these addresses reaches nobody. */
const ACCOUNTS: readonly Account[] = [
  {
    id: AUTHOR,
    email: "demonstration@maillotheque.invalid",
    username: "demonstration",
    display_name: "Démonstration",
  },
  ...VOTER_IDS.map((id, index) => ({
    id,
    email: `votant-${index + 1}@maillotheque.invalid`,
    username: `demonstration_${index + 1}`,
    display_name: `Démonstration ${index + 1}`,
  })),
];

/**
 * Accounts without sign-in: no password, no identity, never confirmed, and banned. The service of a
 * hosted project can't list accounts whose tokens are null.
 */
const ACCOUNT_ROWS = `
  insert into auth.users
    (id, aud, role, email, raw_app_meta_data, raw_user_meta_data, banned_until,
     confirmation_token, recovery_token, email_change_token_new, email_change)
  select id, 'authenticated', 'authenticated', email, '{"demo": true}',
    jsonb_build_object('username', username, 'display_name', display_name), '2999-01-01',
    '', '', '', ''
  from jsonb_to_recordset($1) as given (id uuid, email text, username text, display_name text)
  on conflict (id) do nothing`;

export async function storeAccounts(client: Client): Promise<void> {
  await client.query(ACCOUNT_ROWS, [JSON.stringify(ACCOUNTS)]);
}
