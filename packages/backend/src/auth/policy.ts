/** Limits and lifetimes. Durations are in seconds. */

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Lifetime of an access token; it can't be revoked earlier. */
export const ACCESS_TOKEN_LIFETIME_SECONDS = HOUR;

/**
 * A used refresh token is accepted again for this long, because two tabs may use it. The one that
 * the newest replaced stays valid without a limit, because the answer with the newest may get lost.
 */
export const REUSE_INTERVAL_SECONDS = 10;

/** Lifetime of the link and the code of a mail. */
export const ONE_TIME_TOKEN_LIFETIME_SECONDS = HOUR;

/** A sign-up that nobody confirms is deleted after this long. */
export const SIGN_UP_LIFETIME_SECONDS = 2 * DAY;

/** Attempts at a mail's code. Afterwards only the link is valid. */
export const CODE_ATTEMPTS = 5;

/** Lifetime of an authorization code (PKCE). */
export const AUTH_CODE_LIFETIME_SECONDS = 5 * MINUTE;

/** Maximum number of second factors per account, including unverified ones. */
export const MAX_FACTORS = 10;

/** Maximum number of passkeys per account that sign in by themselves. */
export const MAX_PASSKEYS = 10;

export const PASSKEY_NAME_MAX_LENGTH = 120;

/** Lifetime of an enrolment without its first code. Afterwards another enrolment deletes it. */
export const UNVERIFIED_FACTOR_LIFETIME_SECONDS = 5 * MINUTE;

/** Lifetime of a second factor's challenge. */
export const CHALLENGE_LIFETIME_SECONDS = 5 * MINUTE;

/** Time limit for a visit to a sign-in provider. */
export const OAUTH_STATE_LIFETIME_SECONDS = 10 * MINUTE;

/** Maximum age of a wallet's message. */
export const WALLET_MESSAGE_LIFETIME_SECONDS = 10 * MINUTE;

/** A session older than this needs a code by mail before it can change how the account is opened. */
export const REAUTHENTICATION_AGE_SECONDS = DAY;

/** For this long after such a code, the session needs no other one. */
export const FRESH_PROOF_LIFETIME_SECONDS = 15 * MINUTE;

export const PASSWORD_MIN_LENGTH = 6;

/** bcrypt ignores further bytes, so a longer password would be cut silently. */
export const PASSWORD_MAX_BYTES = 72;

export const BCRYPT_COST = 10;

/** Maximum size of `user_metadata`: every access token contains it, so every request does. */
export const METADATA_MAX_BYTES = 4 * 1024;

export const BODY_MAX_BYTES = 64 * 1024;

/**
 * Requests allowed per window. Limits by address are wide, because a school or an office shares one
 * address. Limits by account are narrow, because an account is one person.
 */
export const LIMITS = {
  /** New accounts from one address. */
  signUp: { points: 300, duration: 5 * MINUTE },
  /** New anonymous accounts from one address. */
  anonymous: { points: 30, duration: HOUR },
  /** Sign-ins by password, refresh token or authorization code from one address. */
  token: { points: 600, duration: 5 * MINUTE },
  /** Verifications of links and codes from one address. */
  verify: { points: 300, duration: 5 * MINUTE },
  /** Changes to accounts from one address. */
  change: { points: 300, duration: 5 * MINUTE },
  /** Mails requested from one address, to any mailbox: a school's class signs up, a stranger floods few mailboxes. */
  mailRequest: { points: 100, duration: HOUR },
  /** Mails of one kind to one mailbox. */
  mailbox: { points: 5, duration: 5 * MINUTE },
  /** Mails of all kinds to one mailbox, in a short time and per day. */
  mailboxAll: { points: 8, duration: 5 * MINUTE },
  mailboxDay: { points: 20, duration: DAY },
  /** Mails to one mailbox from one address: a stranger must not use up the owner's. */
  mailboxHere: { points: 12, duration: DAY },
  /** SMS requested from one address, and SMS to one number. */
  smsRequest: { points: 30, duration: HOUR },
  phone: { points: 3, duration: 5 * MINUTE },
  /**
   * Wrong passwords for one account from one address. One address alone can't reach the limit from
   * anywhere.
   */
  signInFailure: { points: 20, duration: 5 * MINUTE },
  signInFailures: { points: 60, duration: DAY },
  /** Wrong passwords for one account from anywhere. Known devices of the account may go on. */
  accountFailure: { points: 100, duration: HOUR },
  /** Warnings of such attempts to one owner. */
  attackWarning: { points: 1, duration: DAY },
  /**
   * Wrong codes of one account's second factors from one address. One address alone can't reach the
   * limit from anywhere.
   */
  factorFailure: { points: 10, duration: 15 * MINUTE },
  factorFailures: { points: 30, duration: DAY },
  /** The same from anywhere. Devices that have shown a factor of the account may go on. */
  accountFactorFailure: { points: 60, duration: DAY },
  /** Uses of one wallet message, for as long as it is valid. */
  walletMessage: { points: 1, duration: 2 * WALLET_MESSAGE_LIFETIME_SECONDS },
  /** Uses of an ID token with a nonce, for as long as any is valid. */
  idToken: { points: 1, duration: DAY },
  /** Wrong codes for one mailbox or number from anywhere. Links of mails are not counted. */
  codeFailure: { points: 25, duration: HOUR },
  codeFailures: { points: 40, duration: DAY },
  /** Wrong codes for one mailbox from one address, and from one address for all mailboxes. */
  codeFailureHere: { points: 25, duration: DAY },
  codeGuesses: { points: 100, duration: 3 * DAY },
} as const;

export type LimitName = keyof typeof LIMITS;

/** Ages at which housekeeping deletes rows. */
export const RETENTION = {
  /** Expired tokens, codes and challenges. */
  expired: DAY,
  /** Replaced refresh tokens, stored to recognise a replay. */
  refreshTokens: 7 * DAY,
  /** Sessions that nobody has refreshed. */
  idleSessions: 180 * DAY,
  audit: 365 * DAY,
  /** Addresses from which an account was opened. */
  knownOrigins: 90 * DAY,
};
