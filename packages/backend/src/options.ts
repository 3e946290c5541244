import { defaultMailTexts } from "./mail/default-texts.ts";
import { ROLE_PREFIX } from "./database/roles.ts";
import type { MailTexts } from "./mail/texts.ts";

/** The options of a project. Options without a sensible default are required. */
export interface BackendOptions {
  /** A connection string whose role owns its database; no superuser is needed. */
  databaseUrl: string;
  /**
   * PostgreSQL's own address, where `databaseUrl` is the address of a pooler in transaction mode:
   * for migrations and whatever else needs a session.
   */
  directUrl?: string;
  /** Replicas of the database, which answer what visitors read. */
  replicas?: { urls: string[]; longestLagSeconds: number };
  /**
   * Begins the names of the roles `anon`, `authenticated` and `service_role`, which belong to the
   * whole server: for several sites with owners of their own on one server. Default: none.
   */
  rolePrefix?: string;
  /** The folder for uploads, rendered images and the outbox of mails. */
  dataDir: string;
  /** The folder of the project's migrations, applied at start as the Supabase CLI does. */
  migrations: string;
  /** False leaves the migrations to another process: the start waits for them. Default: true. */
  migrate?: boolean;
  /** The public address of the site, without a trailing slash. */
  siteUrl: string;
  /** Name in mails, in passkey dialogs and at sign-in providers. Default: the site's host. */
  siteName?: string;
  /** Default: mails in English, written to `outbox/` of the data folder. */
  mail?: MailOptions;
  /** The site's own pages that mails link to. Default: `/auth` and `/account`. */
  pages?: SitePages;
  /** Stores uploads in an S3-compatible store instead of the data folder. */
  s3?: S3Options;
  /** Confirms addresses without a mail; for closed installations. */
  autoconfirm?: boolean;
  auth?: AuthOptions;
  storage?: StorageOptions;
}

export interface StorageOptions {
  /**
   * The sizes of images that anyone may request, by public bucket; only the service key may request
   * others. A bucket without an entry has no limit, so that anyone can keep the server busy.
   */
  renderings?: Record<string, AllowedRenderings>;
  /**
   * The least length in pixels of an image's shorter side, by bucket. An upload below it is refused,
   * also with the service key. A bucket without an entry takes every image.
   */
  leastSides?: Record<string, number>;
  /**
   * The buckets of pictures: an upload to them must be one, and is drawn anew from its pixels, so that
   * no byte of the sender's file is stored. Other buckets keep files as they came.
   */
  pictures?: readonly string[];
}

/** Squares in some widths, cropped or whole. */
export interface AllowedRenderings {
  widths: readonly number[];
  qualities: readonly number[];
  /** Formats that a request may name. Without one, the browser's `Accept` decides. */
  formats: readonly ("origin" | "webp" | "avif")[];
}

export interface MailOptions {
  /** The sender, such as `Name <name@example.org>`. */
  from: string;
  /** Without it, mails are written to `outbox/` of the data folder. */
  smtpUrl?: string;
  /** Texts by language. Default: English only. */
  texts?: Record<string, MailTexts>;
  /** The language of accounts whose `lang` is unknown. Default: the first one of `texts`. */
  defaultLanguage?: string;
}

/** Paths of pages by language. */
export interface SitePages {
  signIn(language: string): string;
  account(language: string): string;
  /**
   * The page that redeems the links of mails when a person presses its button. It gets `token_hash`,
   * `type` and `redirect_to`, and the reader's address as `email` in the fragment. Without it, links
   * lead to the service, which redeems them as soon as they are opened.
   */
  confirm?(language: string): string;
}

export interface S3Options {
  bucket: string;
  endpoint?: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Sign-in methods beyond address and password, and limits. Everything is off by default. */
export interface AuthOptions {
  /** Visitors may have an account without an address, and add an address later. */
  anonymous?: boolean;
  /** Sign-in providers (OAuth, OpenID Connect) by the name that clients send. */
  providers?: Record<string, ProviderOptions>;
  /** Chains whose wallets may sign in. */
  web3?: ("ethereum" | "solana")[];
  /** Forms need a captcha of this provider. */
  captcha?: CaptchaOptions;
  /** Accounts by phone number; messages go to the webhook, or to the outbox. */
  phone?: {
    webhook?: { url: string; secret: string };
    /** Accounts by number and password need no code. */
    autoconfirm?: boolean;
  };
  /** Only the secret key creates accounts. */
  disableSignUp?: boolean;
  /** Members can't link or unlink identities. */
  disableManualLinking?: boolean;
  /** A list of leaked passwords, queried by the first five characters of their SHA-1. */
  breachedPasswordsUrl?: string;
  /** True for passwords that attackers try first: members can't choose them. A form can ask the same function. */
  isCommonPassword?: (password: string) => boolean;
  /** Identity providers of organisations (SAML 2.0), by any name. */
  saml?: Record<string, SamlOptions>;
  /**
   * The logarithm of the number of rounds per password. Default: 10. Tests take less; elsewhere, a
   * lower cost makes stolen hashes weak, and tells by its time whether an account exists.
   */
  bcryptCost?: number;
  /** Maximum length of a session, and of its idle time, in seconds. */
  sessions?: { timeBox?: number; inactivity?: number };
}

/** The credentials that a sign-in provider has issued to the project. */
export interface ProviderOptions {
  clientId: string;
  secret: string;
  /** Makes the provider an OpenID Connect issuer, with any name. */
  issuer?: string;
}

/** Values from an identity provider's metadata. */
export interface SamlOptions {
  /** Its entity id. */
  issuer: string;
  /** Its address for requests by redirect. */
  entryPoint: string;
  /** Its signing certificates, several during a change. PEM or base64. */
  certificates: string[];
  /** The mail domains it vouches for, in lower case. */
  domains: string[];
}

/** The options with all defaults. */
export interface Settings extends BackendOptions {
  directUrl: string;
  /** True if `databaseUrl` is a pooler's. */
  pooled: boolean;
  rolePrefix: string;
  siteName: string;
  mail: Required<Omit<MailOptions, "smtpUrl">> & Pick<MailOptions, "smtpUrl">;
  pages: SitePages;
  autoconfirm: boolean;
}

/** Fills in the defaults of options. */
export function resolveOptions(options: BackendOptions): Settings {
  const { hostname, host } = new URL(options.siteUrl);
  const siteName = options.siteName ?? host;
  const texts = options.mail?.texts ?? { en: defaultMailTexts(siteName) };
  return {
    ...options,
    directUrl: options.directUrl ?? options.databaseUrl,
    pooled: options.directUrl !== undefined && options.directUrl !== options.databaseUrl,
    rolePrefix: rolePrefixOf(options),
    siteName,
    mail: {
      from: `${siteName} <noreply@${hostname}>`,
      ...options.mail,
      texts,
      defaultLanguage: options.mail?.defaultLanguage ?? Object.keys(texts)[0]!,
    },
    pages: options.pages ?? { signIn: () => "/auth", account: () => "/account" },
    autoconfirm: options.autoconfirm ?? false,
  };
}

function rolePrefixOf({ rolePrefix = "" }: BackendOptions): string {
  if (!rolePrefix || ROLE_PREFIX.test(rolePrefix)) return rolePrefix;
  throw new Error("rolePrefix: expected lower-case letters, digits and underscores, at most 30");
}

/** A captcha provider and the site's secret there. */
export interface CaptchaOptions {
  provider: "turnstile" | "hcaptcha";
  secret: string;
}
