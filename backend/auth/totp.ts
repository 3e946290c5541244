import { Secret, TOTP } from "otpauth";
import { renderSVG } from "uqr";

/** Steps of 30 seconds by which the member's clock may differ. */
const WINDOW = 1;

/** A fresh secret for an authenticator app. */
export interface TotpSecret {
  secret: string;
  uri: string;
  /** SVG, which supabase-js makes a data URI of. */
  qr_code: string;
}

/** Draws a secret, and writes it down as the app reads it: typed, as a link, as a picture. */
export function newTotp(issuer: string, label: string): TotpSecret {
  const secret = new Secret({ size: 20 });
  const uri = new TOTP({ issuer, label, secret }).toString();
  return { secret: secret.base32, uri, qr_code: renderSVG(uri, { ecc: "M", border: 4 }) };
}

/** The time step of a code that the app shows about now, or nothing when it doesn't. */
export function timeStepOf(secret: string, code: string, now = Date.now()): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, window: WINDOW, timestamp: now });
  return delta === null ? undefined : totp.counter({ timestamp: now }) + delta;
}
