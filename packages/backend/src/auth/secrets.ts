import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from "node:crypto";

/** 256 random bits, fit for an address bar. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** Six digits, to be typed from another device. */
export function newCode(): string {
  return randomInt(1_000_000).toString().padStart(6, "0");
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text may be compared with a column of type uuid. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** How a secret is stored: enough to recognise it, useless to whoever reads the table. */
export function digest(...parts: string[]): string {
  return createHash("sha256").update(parts.join("\0")).digest("hex");
}

/**
 * The refresh token that replaces `token`. Derived rather than drawn, so that the same answer
 * can be given twice without storing it; needs both the session's key and the old token.
 */
export function successor(key: string, token: string): string {
  return createHmac("sha256", key).update(token).digest("base64url");
}

/** The S256 transformation of a PKCE verifier. */
export function challengeOf(verifier: string): string {
  return createHash("sha256").update(verifier).digest("base64url");
}

/** Compares without telling by time how much of it was right. */
export function sameText(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(digest(left)), Buffer.from(digest(right))];
  return timingSafeEqual(a, b);
}

const CIPHER = "aes-256-gcm";

const keyOf = (secret: string) => createHash("sha256").update(`seal ${secret}`).digest();

/** Encrypts a text for whoever shows the secret again; the secret must serve once. */
export function seal(text: string, secret: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv(CIPHER, keyOf(secret), iv);
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url");
}

export function unseal(sealed: string, secret: string): string {
  const bytes = Buffer.from(sealed, "base64url");
  const decipher = createDecipheriv(CIPHER, keyOf(secret), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return decipher.update(bytes.subarray(28), undefined, "utf8") + decipher.final("utf8");
}
