import {
  createMailTransport,
  mailLayout,
  removeFactors,
  retireAddressSecrets,
  retireKeys,
  rotateAddressSecret,
  rotateKeys,
  silentLogger,
} from "@maillotheque/backend";
import { join } from "node:path";
import type pg from "pg";

import { SITE_NAME } from "../operate/backend-options.ts";
import { accountOf, grantRole, type Role, ROLES } from "../operate/roles.ts";
import type { Env } from "../operate/settings/env.ts";
import { StartError } from "../operate/start-error.ts";
import { mailProblem } from "../operate/start-warnings.ts";
import { command, withClient } from "./command.ts";

const USAGE =
  "usage: npm run admin -- list | rotate-keys | retire-keys | grant <e-mail> [reviewer] | revoke <e-mail> [reviewer] | remove-factor <e-mail> | test-mail <e-mail>";

type Say = (line: string) => void;

/** Commands on an account, by its address. */
const OF_ACCOUNT: Record<
  string,
  (client: pg.Client, id: string, email: string, role: Role) => Promise<string>
> = {
  grant: grantRole,
  async revoke(client, id, email, role) {
    const { rowCount } = await client.query(
      "delete from public.user_roles where user_id = $1 and role = $2",
      [id, role],
    );
    return `${email} is ${rowCount ? "no longer" : "not"} ${ROLES[role]}`;
  },
  async "remove-factor"(client, id, email) {
    await client.query("begin");
    const removed = await removeFactors(client, id);
    await client.query("commit");
    return removed > 0
      ? `${email} signs in without a second factor now (${removed} removed)`
      : `${email} has no second factor`;
  },
};

/** Commands on the whole installation. */
const OF_SITE: Record<string, (client: pg.Client, say: Say) => Promise<void>> = {
  list,
  async "rotate-keys"(client, say) {
    const kid = await rotateKeys(client);
    await rotateAddressSecret(client);
    say(`${kid} signs from now on; what was signed before stays valid`);
  },
  async "retire-keys"(client, say) {
    const retired = await retireKeys(client);
    await retireAddressSecrets(client);
    say(`${retired} keys retired: what they signed is refused, sessions go on`);
  },
};

await command(async ({ env, args: [action = "", email, role = "admin"], say }) => {
  const ofSite = Object.hasOwn(OF_SITE, action) ? OF_SITE[action] : undefined;
  const ofAccount = Object.hasOwn(OF_ACCOUNT, action) ? OF_ACCOUNT[action] : undefined;
  if (ofSite && !email) return withClient(env, (client) => ofSite(client, say));
  if (action === "test-mail" && email?.includes("@")) return testMail(env, email, say);
  if (!ofAccount || !email || !isRole(role)) throw new StartError(USAGE);
  return withClient(env, async (client) => {
    say(await ofAccount(client, await accountOf(client, email), email, role));
  });
});

function isRole(name: string): name is Role {
  return Object.hasOwn(ROLES, name);
}

/** Sends one mail by the site's settings, without its database. */
async function testMail(env: Env, to: string, say: Say): Promise<void> {
  const { SMTP_URL: smtpUrl, MAIL_FROM: from, DATA_DIR: dataDir } = env;
  const mail = { from, ...(smtpUrl && { smtpUrl }) };
  const transport = createMailTransport({ mail, dataDir }, silentLogger);
  const server = smtpUrl && new URL(smtpUrl).host;
  const text = `This mail was sent by “npm run admin -- test-mail” from ${from}.`;
  try {
    await transport.deliver({
      to,
      kind: "test",
      subject: SITE_NAME,
      text,
      html: mailLayout.paragraph(text),
    });
  } catch (error) {
    throw new StartError(
      smtpUrl
        ? `${server} did not take the mail: ${mailProblem(error)}`
        : `the mail could not be written: ${mailProblem(error)}`,
    );
  } finally {
    transport.close();
  }
  say(
    smtpUrl
      ? `${server} took a mail from ${from} to ${to}. If it doesn't arrive, look into the mailbox's spam and into the mail server's log`
      : `SMTP_URL is not set: the mail was written to ${join(dataDir, "outbox")}`,
  );
}

async function list(client: pg.Client, say: Say): Promise<void> {
  const { rows } = await client.query<{ email: string; role: Role }>(
    `select users.email, roles.role from public.user_roles roles
     join auth.users users on users.id = roles.user_id
     order by roles.role, users.email`,
  );
  for (const { email, role } of rows) say(role === "admin" ? email : `${email} (${role})`);
  if (!rows.some(({ role }) => role === "admin")) say("there is no administrator yet");
}
