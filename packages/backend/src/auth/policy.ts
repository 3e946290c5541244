/** Limits and lifetimes. Durations are in seconds. */

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Lifetime of an access token; it can't be revoked earlier. */
export const ACCESS_TOKEN_LIFETIME_SECONDS = HOUR;

/** A refresh token may be shown again for this long: two tabs, or an answer that got lost. */
export const REUSE_INTERVAL_SECONDS = 10;

/** Lifetime of the link and the code of a mail. */
export const ONE_TIME_TOKEN_LIFETIME_SECONDS = HOUR;

/** Wrong codes after which only the link of the mail still works. */
export const CODE_ATTEMPTS = 5;

/** How long an authorization code can be exchanged (PKCE). */
export const AUTH_CODE_LIFETIME_SECONDS = 5 * MINUTE;

/** Second factors of one account, unfinished ones included. */
export const MAX_FACTORS = 10;

/** Passkeys that open one account. */
export const MAX_PASSKEYS = 10;

export const PASSKEY_NAME_MAX_LENGTH = 120;

/** How long an enrolment may wait for its first code before another one clears it away. */
export const UNVERIFIED_FACTOR_LIFETIME_SECONDS = 5 * MINUTE;

/** How long a second factor's code may be typed. */
export const CHALLENGE_LIFETIME_SECONDS = 5 * MINUTE;

/** Time limit for a visit to a sign-in provider. */
export const OAUTH_STATE_LIFETIME_SECONDS = 10 * MINUTE;

/** Maximum age of a wallet's message. */
export const WALLET_MESSAGE_LIFETIME_SECONDS = 10 * MINUTE;

/** A session older than this must confirm by mail before it may set a password. */
export const REAUTHENTICATION_AGE_SECONDS = DAY;

export const PASSWORD_MIN_LENGTH = 6;

/** bcrypt ignores further bytes; a longer password would be silently cut. */
export const PASSWORD_MAX_BYTES = 72;

export const BCRYPT_COST = 10;

/** What `user_metadata` may take: it travels in every access token, so in every request. */
export const METADATA_MAX_BYTES = 4 * 1024;

export const BODY_MAX_BYTES = 64 * 1024;

/**
 * Requests allowed per window. Limits by caller are wide, because a school or an office is one
 * address; those by account are narrow, because an account is one person.
 */
export const LIMITS = {
  /** New accounts from one caller. */
  signUp: { points: 300, duration: 5 * MINUTE },
  /** New accounts without an address from one caller. */
  anonymous: { points: 30, duration: HOUR },
  /** Passwords, refresh tokens and authorization codes shown by one caller. */
  token: { points: 600, duration: 5 * MINUTE },
  /** Links and codes shown by one caller. */
  verify: { points: 300, duration: 5 * MINUTE },
  /** Changes to accounts from one caller. */
  change: { points: 300, duration: 5 * MINUTE },
  /** Mails requested by one caller, to any mailbox. */
  mailRequest: { points: 300, duration: 5 * MINUTE },
  /** Mails of one kind to one mailbox. */
  mailbox: { points: 5, duration: 5 * MINUTE },
  /** Text messages asked for by one caller, and to one number. */
  smsRequest: { points: 30, duration: HOUR },
  phone: { points: 3, duration: 5 * MINUTE },
  /** Wrong passwords for one account from one caller. */
  signInFailure: { points: 20, duration: 5 * MINUTE },
  /** Wrong passwords for one account from anywhere. */
  accountFailure: { points: 100, duration: HOUR },
  /** Wrong codes of the second factors of one account, in a while and in a day. */
  factorFailure: { points: 10, duration: 15 * MINUTE },
  factorFailures: { points: 60, duration: DAY },
  /** Uses of one message of a wallet, for as long as it counts. */
  walletMessage: { points: 1, duration: 2 * WALLET_MESSAGE_LIFETIME_SECONDS },
  /** Uses of an ID token that was made for one sign-in, for as long as any counts. */
  idToken: { points: 1, duration: DAY },
  /** Wrong codes for one mailbox from anywhere. */
  codeFailure: { points: 50, duration: HOUR },
} as const;

export type LimitName = keyof typeof LIMITS;

/** Ages at which housekeeping deletes rows. */
export const RETENTION = {
  /** Redeemable things past their time. */
  expired: DAY,
  /** Replaced refresh tokens, stored to recognise a replay. */
  refreshTokens: 7 * DAY,
  /** Sessions nobody has refreshed. */
  idleSessions: 180 * DAY,
  audit: 365 * DAY,
};

/** How soon security mails are sent for changes made outside the auth service. */
export const SECURITY_MAIL_INTERVAL_SECONDS = 15;

export const HOUSEKEEPING_INTERVAL_SECONDS = 10 * MINUTE;
