import type { Pool } from "./database/pool.ts";
import type { Logger } from "./logger.ts";
import type { ApiKeys } from "./tokens/api-keys.ts";
import type { KeySet } from "./tokens/keys.ts";

/** Where uploaded files are kept when not in the file system. */
export interface S3Settings {
  bucket: string;
  endpoint?: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** What the auth service offers beyond addresses and passwords; without a setting, nothing. */
export interface AuthSettings {
  /** Visitors may have an account without an address, and give it one later. */
  anonymous?: boolean;
  /** Where members may sign in, by the name clients ask for. */
  providers?: Record<string, ProviderSettings>;
  /** Whose wallets may sign in. */
  web3?: ("ethereum" | "solana")[];
  /** Who vouches that a person, and not a program, sends a form. */
  captcha?: { provider: "turnstile" | "hcaptcha"; secret: string };
  /** Accounts by phone number; messages go to the webhook, or to the outbox. */
  phone?: { webhook?: { url: string; secret: string } };
  /** A list of leaked passwords, asked by the first five characters of their SHA-1. */
  breachedPasswordsUrl?: string;
  /** Identity providers of companies and clubs (SAML 2.0), by any name. */
  saml?: Record<string, SamlSettings>;
  /** How long a session lasts at most, and how long unused; in seconds. */
  sessions?: { timeBox?: number; inactivity?: number };
}

/** The credentials that a provider of sign-in has given us. */
export interface ProviderSettings {
  clientId: string;
  secret: string;
  /** Makes it an issuer of OpenID Connect, whatever its name. */
  issuer?: string;
}

/** What an identity provider's metadata says. */
export interface SamlSettings {
  /** Its entity id. */
  issuer: string;
  /** Where it takes requests by redirect. */
  entryPoint: string;
  /** Those it signs with; several while it changes them. PEM or base64. */
  certificates: string[];
  /** Whose addresses it vouches for; in lower case. */
  domains: string[];
}

export interface BackendSettings {
  /** A connection string whose role may create roles and schemas. */
  databaseUrl: string;
  /** Files of ours: uploads, rendered images, outbox. */
  dataDir: string;
  /** Where `supabase/` is: its migrations are applied at start. */
  supabaseDir: string;
  /** The public address of the site, without a trailing slash. */
  siteUrl: string;
  mail: { smtpUrl?: string; from: string };
  s3?: S3Settings;
  /** Confirm addresses without a mail; for closed installations. */
  autoconfirm: boolean;
  auth?: AuthSettings;
  /** Believe `X-Forwarded-For`; only behind a proxy that sets it. */
  trustProxy: boolean;
}

/** What every part of the backend is given. */
export interface BackendContext {
  settings: BackendSettings;
  pool: Pool;
  keys: KeySet;
  apiKeys: ApiKeys;
  log: Logger;
}

/** Header in which the HTTP server names the caller's address to the services (rate limits). */
export const CLIENT_ADDRESS = "x-client-address";

/** Header in which an answer to a POST tells the HTTP server that nothing can have been written. */
export const READ_ONLY = "x-read-only";
