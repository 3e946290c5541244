/** What the service allows and for how long. Durations in seconds. */

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long an access token counts; it can't be taken back earlier. */
export const ACCESS_TOKEN_LIFETIME = HOUR;

/** A refresh token may be shown again for this long: two tabs, or an answer that got lost. */
export const REUSE_INTERVAL = 10;

/** How long the link and the code of a mail can be redeemed. */
export const ONE_TIME_TOKEN_LIFETIME = HOUR;

/** Wrong codes after which only the link of the mail still works. */
export const CODE_ATTEMPTS = 5;

/** How long an authorization code can be exchanged (PKCE). */
export const AUTH_CODE_LIFETIME = 5 * MINUTE;

/** Second factors of one account, unfinished ones included. */
export const MAX_FACTORS = 10;

/** Passkeys that open one account. */
export const MAX_PASSKEYS = 10;

export const PASSKEY_NAME_MAX_LENGTH = 120;

/** How long an enrolment may wait for its first code before another one clears it away. */
export const UNVERIFIED_FACTOR_LIFETIME = 5 * MINUTE;

/** How long a second factor's code may be typed. */
export const CHALLENGE_LIFETIME = 5 * MINUTE;

/** How long somebody may take at a provider of sign-in. */
export const OAUTH_STATE_LIFETIME = 10 * MINUTE;

/** How far the time in a wallet's message may be from ours. */
export const WALLET_MESSAGE_LIFETIME = 10 * MINUTE;

/** A session older than this must confirm by mail before it may set a password. */
export const REAUTHENTICATION_AGE = DAY;

export const PASSWORD_MIN_LENGTH = 6;

/** All that bcrypt reads; a longer password would be cut without a word. */
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
  /** Mails asked for by one caller, whoever they go to. */
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
  walletMessage: { points: 1, duration: 2 * WALLET_MESSAGE_LIFETIME },
  /** Uses of an ID token that was made for one sign-in, for as long as any counts. */
  idToken: { points: 1, duration: DAY },
  /** Wrong codes for one mailbox from anywhere. */
  codeFailure: { points: 50, duration: HOUR },
} as const;

export type LimitName = keyof typeof LIMITS;

/** When housekeeping drops what no longer serves. */
export const RETENTION = {
  /** Redeemable things past their time. */
  expired: DAY,
  /** Replaced refresh tokens, kept to recognise a replay. */
  refreshTokens: 7 * DAY,
  /** Sessions nobody has refreshed. */
  idleSessions: 180 * DAY,
  audit: 365 * DAY,
};

/** How soon members are told of changes made past the auth service. */
export const NOTICE_INTERVAL = 15;

export const HOUSEKEEPING_INTERVAL = 10 * MINUTE;
