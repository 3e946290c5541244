import { createPublicKey } from "node:crypto";
import { resolve } from "node:path";
import * as z from "zod";

/** Invalid settings; one message per line, each with the variable's name. */
export class BadSettings extends Error {
  readonly problems: string[];
  constructor(problems: string[]) {
    super(problems.join("\n"));
    this.problems = problems;
  }
}

const address = (protocols: RegExp, expected: string) =>
  z.url({ protocol: protocols, error: `expected ${expected}` });

const webAddress = address(/^https?$/, "an address such as https://example.org")
  .refine((text) => !/[?#]/.test(text), "must have no ? or #")
  .transform((text) => text.replace(/\/+$/, ""));

const flag = z
  .enum(["true", "false", "1", "0"], { error: "expected true or false" })
  .transform((text) => text === "true" || text === "1");

const choice = <const T extends readonly string[]>(...values: T) =>
  z.enum(values, { error: `expected one of ${values.join(", ")}` });

const text = z.string();

/** What pages show as it is. */
const line = text
  .max(500, "expected at most 500 characters")
  .regex(/^\P{Cc}+$/u, "expected one line")
  .optional();

const hours = text
  .regex(/^[1-9]\d{0,5}$/, "expected a number of hours")
  .transform(Number)
  .optional();

const variables = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, "expected a port number from 0 to 65535")
    .transform(Number)
    .refine((port) => port <= 65_535, "expected a port number from 0 to 65535")
    .default(3000),
  HOST: text
    .regex(/^[\w.:-]+$/, "expected an address to listen on, such as 127.0.0.1")
    .default("127.0.0.1"),
  SITE_URL: webAddress
    .refine((text) => new URL(text).pathname === "/", "expected an address without a path")
    .optional(),
  DATA_DIR: text.default("./data").transform((path) => resolve(path)),
  DATABASE_URL: address(
    /^postgres(ql)?$/,
    "a connection string such as postgres://user:password@host/database",
  ).optional(),
  DATABASE_DIRECT_URL: address(
    /^postgres(ql)?$/,
    "a connection string such as postgres://user:password@host/database",
  ).optional(),
  DATABASE_READ_URL: text
    .transform((list) => list.split(",").map((one) => one.trim()))
    .pipe(
      z.array(
        address(
          /^postgres(ql)?$/,
          "connection strings such as postgres://user:password@host/database, with commas between",
        ),
      ),
    )
    .optional(),
  DATABASE_READ_LAG: text
    .regex(/^[1-9]\d{0,3}$/, "expected a number of seconds")
    .transform(Number)
    .default(5),
  DATABASE_ROLE_PREFIX: text
    .regex(
      /^[a-z][a-z0-9_]{0,29}$/,
      "expected lower-case letters, digits and underscores, such as club_",
    )
    .optional(),
  MIGRATE: flag.default(true),
  SUPABASE_URL: webAddress.optional(),
  SUPABASE_ANON_KEY: text.optional(),
  SMTP_URL: address(/^smtps?$/, "an address such as smtp://user:password@host:587").optional(),
  MAIL_FROM: text
    .regex(/^[^\r\n]*[^\s<>@]+@[^\s<>@]+>?$/, "expected an address such as Name <name@example.org>")
    .default("Maillothèque <bonjour@localhost>"),
  STORAGE_S3_BUCKET: text.optional(),
  STORAGE_S3_REGION: text.default("us-east-1"),
  STORAGE_S3_ENDPOINT: webAddress.optional(),
  STORAGE_S3_ACCESS_KEY_ID: text.optional(),
  STORAGE_S3_SECRET_ACCESS_KEY: text.optional(),
  SEED: choice("demo", "catalogue", "none").default("demo"),
  HOME_RATING: text
    .regex(/^[0-5](\.\d+)?:[1-9]\d*$/, "expected <rating>:<number of reviews>, such as 4.8:1250")
    .transform((pair) => {
      const [value, count] = pair.split(":").map(Number) as [number, number];
      return { value, count };
    })
    .refine(({ value }) => value <= 5, "expected a rating of at most 5")
    .optional(),
  OPERATOR_NAME: line,
  OPERATOR_ADDRESS: line,
  OPERATOR_EMAIL: z.email("expected an address such as name@example.org").optional(),
  OPERATOR_PHONE: text
    .regex(/^\+?\d[\d ().-]{4,30}$/, "expected a number such as +33 1 23 45 67 89")
    .optional(),
  OPERATOR_HOST: line,
  OPERATOR_REGISTRATION: line,
  OPERATOR_DIRECTOR: line,
  TRUST_PROXY: flag.default(false),
  STOP_DELAY: text
    .regex(/^\d{1,3}$/, "expected a number of seconds from 0 to 300")
    .transform(Number)
    .refine((seconds) => seconds <= 300, "expected a number of seconds from 0 to 300")
    .default(0),
  METRICS_TOKEN: text
    .regex(/^[\x21-\x7e]{16,}$/, "expected at least 16 letters or digits")
    .optional(),
  LOG_LEVEL: choice("fatal", "error", "warn", "info", "debug", "trace", "silent").default("info"),
  AUTH_AUTOCONFIRM: flag.default(false),
  AUTH_SIGN_UP: flag.default(true),
  AUTH_MANUAL_LINKING: flag.default(true),
  AUTH_PASSWORD_REFUSE_COMMON: flag.default(true),
  AUTH_PHONE: flag.default(false),
  AUTH_PHONE_AUTOCONFIRM: flag.default(false),
  SMS_WEBHOOK_URL: webAddress.optional(),
  SMS_WEBHOOK_SECRET: text.optional(),
  AUTH_SESSION_HOURS: hours,
  AUTH_SESSION_IDLE_HOURS: hours,
  CAPTCHA_PROVIDER: choice("turnstile", "hcaptcha").optional(),
  CAPTCHA_SITE_KEY: text.regex(/^[\w-]+$/, "expected the public key of the site").optional(),
  CAPTCHA_SECRET: text.optional(),
  AUTH_WEB3: text
    .transform((list) => list.split(",").map((chain) => chain.trim()))
    .pipe(z.array(choice("ethereum", "solana")))
    .default([]),
  AUTH_ANONYMOUS: flag.default(false),
  AUTH_BREACHED_PASSWORDS_URL: webAddress.optional(),
});

/** Settings of sign-in providers by name in lower case; one with an issuer uses OpenID Connect. */
export type Providers = Record<string, { clientId: string; secret: string; issuer?: string }>;

/** Identity providers (SAML 2.0) by their name in lower case. */
export type SamlProviders = Record<
  string,
  { issuer: string; entryPoint: string; certificates: string[]; domains: string[] }
>;

export type Env = z.output<typeof variables> & { providers: Providers; saml: SamlProviders };

/** Variables that belong together: if the first is set, the others must be. */
const TOGETHER = [
  ["DATABASE_DIRECT_URL", "DATABASE_URL"],
  ["DATABASE_READ_URL", "DATABASE_URL"],
  ["DATABASE_ROLE_PREFIX", "DATABASE_URL"],
  ["SUPABASE_URL", "SUPABASE_ANON_KEY"],
  ["SUPABASE_ANON_KEY", "SUPABASE_URL"],
  ["SMS_WEBHOOK_URL", "SMS_WEBHOOK_SECRET"],
  ["SMS_WEBHOOK_SECRET", "SMS_WEBHOOK_URL"],
  ["CAPTCHA_PROVIDER", "CAPTCHA_SITE_KEY"],
  ["CAPTCHA_SITE_KEY", "CAPTCHA_PROVIDER"],
  ["CAPTCHA_SECRET", "CAPTCHA_PROVIDER"],
  ["STORAGE_S3_BUCKET", "STORAGE_S3_ACCESS_KEY_ID", "STORAGE_S3_SECRET_ACCESS_KEY"],
  ["STORAGE_S3_ACCESS_KEY_ID", "STORAGE_S3_BUCKET"],
] as const;

/**
 * Reads the settings (docs/operations.md). An empty variable counts as not set.
 * @throws {BadSettings} with every problem at once, without the values: some are secret
 */
export function readEnv(source: NodeJS.ProcessEnv): Env {
  const set = Object.fromEntries(Object.entries(source).filter(([, value]) => value));
  const parsed = variables.safeParse(set);
  const problems = (parsed.error?.issues ?? []).map(
    (issue) => `${issue.path.join(".")}: ${issue.message}`,
  );
  for (const [name, ...needed] of TOGETHER) {
    const missing = needed.filter((other) => set[name] && !set[other]);
    if (missing.length > 0) problems.push(`${missing.join(", ")}: needed with ${name}`);
  }
  // A hosted service has the secret and verifies tokens itself.
  if (set.CAPTCHA_PROVIDER && !set.CAPTCHA_SECRET && !set.SUPABASE_URL) {
    problems.push("CAPTCHA_SECRET: needed with CAPTCHA_PROVIDER");
  }
  if (set.DATABASE_URL && set.SUPABASE_URL) {
    problems.push("DATABASE_URL: has no use with SUPABASE_URL; set one of the two");
  }
  const providers = readProviders(set, problems);
  const saml = readSaml(set, problems);
  if (!parsed.success || problems.length > 0) throw new BadSettings(problems);
  return { ...parsed.data, providers, saml };
}

function readProviders(set: NodeJS.ProcessEnv, problems: string[]): Providers {
  const providers: Providers = {};
  const names = Object.keys(set).flatMap(
    (key) => /^AUTH_([A-Z]+)_(CLIENT_ID|SECRET|ISSUER)$/.exec(key)?.[1] ?? [],
  );
  for (const name of new Set(names)) {
    const clientId = set[`AUTH_${name}_CLIENT_ID`];
    const secret = set[`AUTH_${name}_SECRET`];
    const issuer = set[`AUTH_${name}_ISSUER`];
    if (issuer && !webAddress.safeParse(issuer).success) {
      problems.push(`AUTH_${name}_ISSUER: expected an address such as https://id.example.org`);
    }
    if (clientId && secret) {
      providers[name.toLowerCase()] = { clientId, secret, ...(issuer && { issuer }) };
    }
    if (!clientId || !secret)
      problems.push(`AUTH_${name}_${clientId ? "SECRET" : "CLIENT_ID"}: missing`);
  }
  return providers;
}

const list = (text = "") =>
  text
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean);

function readSaml(set: NodeJS.ProcessEnv, problems: string[]): SamlProviders {
  const providers: SamlProviders = {};
  const names = Object.keys(set).flatMap(
    (key) =>
      /^AUTH_SAML_([A-Z0-9]+)_(ISSUER|ENTRY_POINT|CERTIFICATE|DOMAINS)$/.exec(key)?.[1] ?? [],
  );
  for (const name of new Set(names)) {
    const variable = (part: string) => `AUTH_SAML_${name}_${part}`;
    const issuer = set[variable("ISSUER")];
    const entryPoint = set[variable("ENTRY_POINT")];
    const certificates = list(set[variable("CERTIFICATE")]);
    const domains = list(set[variable("DOMAINS")]).map((domain) => domain.toLowerCase());
    if (!issuer) problems.push(`${variable("ISSUER")}: missing`);
    if (!entryPoint || !webAddress.safeParse(entryPoint.split("?")[0]).success) {
      problems.push(
        `${variable("ENTRY_POINT")}: expected an address such as https://id.example.org`,
      );
    }
    if (certificates.length === 0 || !certificates.every(isKey)) {
      problems.push(`${variable("CERTIFICATE")}: expected X.509 certificates in base64 or PEM`);
    }
    if (domains.length === 0) problems.push(`${variable("DOMAINS")}: missing`);
    if (issuer && entryPoint) {
      providers[name.toLowerCase()] = { issuer, entryPoint, certificates, domains };
    }
  }
  return providers;
}

/** Whether the text is a key that verifies signatures: a certificate or a public key in PEM. */
function isKey(text: string): boolean {
  try {
    createPublicKey(
      text.startsWith("-----BEGIN")
        ? text
        : `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`,
    );
    return true;
  } catch {
    return false;
  }
}
