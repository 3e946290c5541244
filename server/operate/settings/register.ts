import * as z from "zod";

import {
  address,
  choice,
  databaseAddress,
  flag,
  hours,
  line,
  list,
  mailAddress,
  text,
  webAddress,
} from "./values.ts";

/*
 * Every setting: an environment variable, what it may be, its default, and one line of what it is
 * for. `docs/settings.md` is made from these lines; a variable that isn't here is never read.
 */

const SITE = {
  PORT: text
    .regex(/^\d{1,5}$/, "expected a port number from 0 to 65535")
    .transform(Number)
    .refine((port) => port <= 65_535, "expected a port number from 0 to 65535")
    .default(3000)
    .describe("the port on which the server listens"),
  HOST: text
    .regex(/^[\w.:-]+$/, "expected an address to listen on, such as 127.0.0.1")
    .default("127.0.0.1")
    .describe("the address on which it listens"),
  SITE_URL: webAddress
    .refine((url) => new URL(url).pathname === "/", "expected an address without a path")
    .optional()
    .describe(
      "public address of the site, without a path: canonical links, links in mails, uploads; without it `http://HOST:PORT`",
    ),
  DATA_DIR: text.default("./data").describe("the database, uploads, outbox"),
  SEED: choice("demo", "catalogue", "none")
    .default("demo")
    .describe("content of a new database: `demo`, `catalogue` or `none`; has no effect later"),
  HOME_RATING: text
    .regex(/^[0-5](\.\d+)?:[1-9]\d*$/, "expected <rating>:<number of reviews>, such as 4.8:1250")
    .transform((pair) => {
      const [value, count] = pair.split(":").map(Number) as [number, number];
      return { value, count };
    })
    .refine(({ value }) => value <= 5, "expected a rating of at most 5")
    .optional()
    .describe("`<rating>:<reviews>` published in the home page's structured data"),
};

const DATABASE = {
  DATABASE_URL: databaseAddress()
    .optional()
    .describe(
      "another PostgreSQL (15 or newer) instead of our own; the database must exist and belong to the role ([more](operations.md#on-a-database-server))",
    ),
  DATABASE_DIRECT_URL: databaseAddress()
    .optional()
    .describe("PostgreSQL's own address, where `DATABASE_URL` is a pooler's in transaction mode"),
  DATABASE_READ_URL: list
    .pipe(
      z.array(
        databaseAddress(
          "connection strings such as postgres://user:password@host/database, with commas between",
        ),
      ),
    )
    .optional()
    .describe(
      "[replicas](operations.md#reads-from-replicas) of the database, with commas between; with `DATABASE_URL`",
    ),
  DATABASE_READ_LAG: text
    .regex(/^[1-9]\d{0,3}$/, "expected a number of seconds")
    .transform(Number)
    .default(5)
    .describe("seconds that a replica may be behind"),
  DATABASE_ROLE_PREFIX: text
    .regex(
      /^[a-z][a-z0-9_]{0,29}$/,
      "expected lower-case letters, digits and underscores, such as club_",
    )
    .optional()
    .describe("begins the names of the roles on a server with several sites, such as `club_`"),
  MIGRATE: flag
    .default(true)
    .describe(
      "`false`: the start waits until `npm run migrate` has brought the schema up to date ([upgrade](operations.md#upgrade))",
    ),
  SUPABASE_URL: webAddress
    .optional()
    .describe("a Supabase project instead of the embedded backend: its address"),
  SUPABASE_ANON_KEY: text.optional().describe("the project's public key"),
};

const MAIL_AND_FILES = {
  SMTP_URL: address(/^smtps?$/, "an address such as smtp://user:password@host:587")
    .optional()
    .describe("the mail server; without it mails are written to `DATA_DIR/outbox`"),
  MAIL_FROM: text
    .regex(/^[^\r\n]*[^\s<>@]+@[^\s<>@]+>?$/, "expected an address such as Name <name@example.org>")
    .default("Maillothèque <bonjour@localhost>")
    .describe("the sender of mails"),
  STORAGE_S3_BUCKET: text
    .optional()
    .describe("uploads in an S3-compatible store: the bucket, which must exist"),
  STORAGE_S3_REGION: text.default("us-east-1").describe("the store's region"),
  STORAGE_S3_ENDPOINT: webAddress
    .optional()
    .describe("the store's address; without it Amazon's, of the region"),
  STORAGE_S3_ACCESS_KEY_ID: text.optional().describe("the key to the store"),
  STORAGE_S3_SECRET_ACCESS_KEY: text.optional().describe("its secret"),
};

const OPERATOR = {
  OPERATOR_NAME: line
    .optional()
    .describe(
      "who runs the site, for its [legal pages](operations.md#the-legal-pages); a public site needs this and the next three",
    ),
  OPERATOR_ADDRESS: line.optional().describe("the operator's postal address"),
  OPERATOR_EMAIL: mailAddress.optional().describe("the operator's mail address"),
  OPERATOR_HOST: line.optional().describe("name and address of the hosting provider"),
  OPERATOR_PHONE: text
    .regex(/^\+?\d[\d ().-]{4,30}$/, "expected a number such as +33 1 23 45 67 89")
    .optional()
    .describe("telephone, where the law asks for it"),
  OPERATOR_REGISTRATION: line
    .optional()
    .describe("register and number, where the law asks for them"),
  OPERATOR_DIRECTOR: line
    .optional()
    .describe("who is responsible for the content, where the law asks for it"),
};

const RUNNING = {
  CDN_PURGE_URL: webAddress
    .optional()
    .describe(
      'where the addresses of photos that left public view are posted, for the caches in front of the site (`{"files":[…]}`, [more](operations.md#a-cdn-in-front))',
    ),
  CDN_PURGE_TOKEN: text.optional().describe("sent with it as `Authorization: Bearer …`"),
  TRUST_PROXY: flag
    .default(false)
    .describe("trust the last address of `X-Forwarded-For`; only behind a proxy that sets it"),
  STOP_DELAY: text
    .regex(/^\d{1,3}$/, "expected a number of seconds from 0 to 300")
    .transform(Number)
    .refine((seconds) => seconds <= 300, "expected a number of seconds from 0 to 300")
    .default(0)
    .describe(
      "seconds in which a server that is told to stop still answers, while `/healthz` and `/readyz` say `503`: as long as a balancer needs to notice; at most 300, and ten less than what the service manager waits",
    ),
  METRICS_TOKEN: text
    .regex(/^[\x21-\x7e]{16,}$/, "expected at least 16 letters or digits")
    .optional()
    .describe(
      "enables [`/metrics`](metrics.md) for requests with `Authorization: Bearer <token>`; at least 16 characters",
    ),
  LOG_LEVEL: choice("fatal", "error", "warn", "info", "debug", "trace", "silent")
    .default("info")
    .describe("`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`"),
};

const ACCOUNTS = {
  AUTH_AUTOCONFIRM: flag
    .default(false)
    .describe("addresses need no confirmation by mail; for closed installations"),
  AUTH_SIGN_UP: flag.default(true).describe("`false`: only the service key creates accounts"),
  AUTH_MANUAL_LINKING: flag
    .default(true)
    .describe("`false`: members link and unlink no identities"),
  AUTH_PASSWORD_REFUSE_COMMON: flag
    .default(true)
    .describe(
      "`false`: passwords that attackers try first are accepted; the service key may always set them",
    ),
  AUTH_PHONE: flag
    .default(false)
    .describe("accounts by phone number; messages are written to `DATA_DIR/outbox`, as mails are"),
  AUTH_PHONE_AUTOCONFIRM: flag
    .default(false)
    .describe("accounts by phone number and password need no code"),
  SMS_WEBHOOK_URL: webAddress
    .optional()
    .describe(
      'accounts by phone number; each message is posted there, signed as Standard Webhooks say (`{"sms":{"phone","otp","message"}}`)',
    ),
  SMS_WEBHOOK_SECRET: text.optional().describe("the secret of these signatures, in base64"),
  AUTH_SESSION_HOURS: hours
    .optional()
    .describe("a session ends after so many hours; without it, it lasts while it is refreshed"),
  AUTH_SESSION_IDLE_HOURS: hours
    .optional()
    .describe("a session ends after so many hours without use; without it after 180 days"),
  CAPTCHA_PROVIDER: choice("turnstile", "hcaptcha")
    .optional()
    .describe(
      "`turnstile` or `hcaptcha`: sign-up, sign-in and mails need a captcha, which only these forms load",
    ),
  CAPTCHA_SITE_KEY: text
    .regex(/^[\w-]+$/, "expected the public key of the site")
    .optional()
    .describe("the site's public key at this provider"),
  CAPTCHA_SECRET: text
    .optional()
    .describe("the site's secret there; with `SUPABASE_URL` the hosted project has it"),
  AUTH_WEB3: list
    .pipe(z.array(choice("ethereum", "solana")))
    .default([])
    .describe("`ethereum`, `solana` or both, with a comma: wallets may sign in"),
  AUTH_ANONYMOUS: flag
    .default(false)
    .describe("visitors may have accounts without an address, 30 an hour and caller"),
  AUTH_BREACHED_PASSWORDS_URL: webAddress
    .optional()
    .describe(
      "new passwords are looked up in a list of leaked ones, such as `https://api.pwnedpasswords.com/range/`, which gets five characters of a digest",
    ),
};

/** Variables that `npm` and the site's own scripts set. */
const SCRIPTS = {
  NODE_ENV: text
    .optional()
    .describe("`development`: the site is rendered from its sources (`npm run dev`)"),
  npm_lifecycle_event: text
    .optional()
    .describe("the npm command that runs; the server stops when npm is gone"),
};

/**
 * Secrets of a Supabase project, for the commands that work on one (`setup:hosted`, `jobs`). The
 * server never reads them.
 */
export const PROJECT = z.object({
  SUPABASE_SERVICE_KEY: text
    .regex(/^[\w.-]+$/, "expected the project's secret key")
    .describe("the project's secret key"),
  SUPABASE_DB_URL: databaseAddress(
    "a connection string such as postgres://postgres:password@host:5432/postgres",
  ).describe("the address of its database, by the session pooler"),
  ADMIN_EMAIL: mailAddress.describe("the first administrator"),
});

/** What the server and all commands read. */
export const SETTINGS = z.object({
  ...SITE,
  ...DATABASE,
  ...MAIL_AND_FILES,
  ...OPERATOR,
  ...RUNNING,
  ...ACCOUNTS,
  ...SCRIPTS,
});

/** The parts of `AUTH_<PROVIDER>_…`: one sign-in provider. */
export const PROVIDER_PARTS = {
  CLIENT_ID:
    "sign-in at `GOOGLE`, `GITHUB`, `APPLE`, `DISCORD`, `FACEBOOK`, `X`, `TWITTER` or `TWITCH`: the site's id there",
  SECRET: "the site's secret there",
  ISSUER: "any issuer of OpenID Connect; clients ask for it by the name in lower case",
};

/** The parts of `AUTH_SAML_<NAME>_…`: one identity provider. */
export const SAML_PARTS = {
  ISSUER:
    "[single sign-on](../packages/backend/docs/accounts.md#single-sign-on) at an identity provider (SAML 2.0): its name for itself",
  ENTRY_POINT: "where members sign in",
  CERTIFICATE: "what verifies its answers; several with commas between",
  DOMAINS: "the mail domains of its members, with commas between",
};

/** The groups of `docs/settings.md`. */
export const GROUPS: Record<string, z.core.$ZodShape> = {
  "The site": SITE,
  Database: DATABASE,
  "Mails and files": MAIL_AND_FILES,
  "Who runs it": OPERATOR,
  "Running it": RUNNING,
  Accounts: ACCOUNTS,
  "A Supabase project": PROJECT.shape,
  "Set by scripts": SCRIPTS,
};
