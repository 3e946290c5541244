import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from "node:crypto";

/** Returns 256 random bits in a form that URLs can contain. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** Returns six random digits, for typing on another device. */
export function newCode(): string {
  return randomInt(1_000_000).toString().padStart(6, "0");
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns true if a text can be compared with a column of type uuid. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** Returns the stored form of a secret, which identifies it but doesn't reveal it. */
export function digest(...parts: string[]): string {
  return createHash("sha256").update(parts.join("\0")).digest("hex");
}

/**
 * Returns the refresh token that replaces `token`. It is derived, not random, so the same answer
 * can be given twice without storing it. The derivation needs both the session's key and the old
 * token.
 */
export function successor(key: string, token: string): string {
  return createHmac("sha256", key).update(token).digest("base64url");
}

/** Returns the S256 challenge of a PKCE verifier. */
export function challengeOf(verifier: string): string {
  return createHash("sha256").update(verifier).digest("base64url");
}

/** Compares in constant time, so that the duration reveals nothing. */
export function sameText(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(digest(left)), Buffer.from(digest(right))];
  return timingSafeEqual(a, b);
}

const CIPHER = "aes-256-gcm";

const keyOf = (secret: string) => createHash("sha256").update(`seal ${secret}`).digest();

/** Encrypts a text with a secret, which must be used only once. */
export function seal(text: string, secret: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv(CIPHER, keyOf(secret), iv);
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url");
}

/** Decrypts a text of `seal`. @throws {Error} for another secret or a changed text */
export function unseal(sealed: string, secret: string): string {
  const bytes = Buffer.from(sealed, "base64url");
  const decipher = createDecipheriv(CIPHER, keyOf(secret), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return decipher.update(bytes.subarray(28), undefined, "utf8") + decipher.final("utf8");
}
