import type pg from "pg";

import { StartFailure } from "../failure.ts";
import { command, withClient } from "./command.ts";

const USAGE = "usage: npm run admin -- grant <e-mail> | revoke <e-mail> | list";

await command(async ({ env, args: [action, email], say }) => {
  if (action === "list" && !email) return withClient(env, (client) => list(client, say));
  if ((action !== "grant" && action !== "revoke") || !email) throw new StartFailure(USAGE);
  await withClient(env, async (client) => {
    const id = await accountOf(client, email);
    const { rowCount } = await client.query(
      action === "grant"
        ? "insert into public.user_roles (user_id, role) values ($1, 'admin') on conflict do nothing"
        : "delete from public.user_roles where user_id = $1 and role = 'admin'",
      [id],
    );
    if (action === "grant") {
      say(rowCount ? `${email} is an administrator now` : `${email} already is an administrator`);
    } else {
      say(rowCount ? `${email} is no longer an administrator` : `${email} is not an administrator`);
    }
  });
});

async function accountOf(client: pg.Client, email: string): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    "select id from auth.users where lower(email) = lower($1)",
    [email],
  );
  if (rows[0]) return rows[0].id;
  throw new StartFailure(
    `there is no account with the address ${email}: sign up on the site first`,
  );
}

async function list(client: pg.Client, say: (line: string) => void): Promise<void> {
  const { rows } = await client.query<{ email: string }>(
    `select users.email from public.user_roles roles
     join auth.users users on users.id = roles.user_id
     where roles.role = 'admin' order by users.email`,
  );
  for (const { email } of rows) say(email);
  if (rows.length === 0) say("there is no administrator yet");
}
