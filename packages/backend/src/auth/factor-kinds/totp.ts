import { Secret, TOTP } from "otpauth";
import { renderSVG } from "uqr";

import { validationFailed } from "../errors.ts";
import { notProven, type FactorKind } from "./kind.ts";

/** Accepted difference of the member's clock, in steps of 30 seconds. */
const WINDOW = 1;

/** A new secret for an authenticator app. */
interface TotpSecret {
  secret: string;
  uri: string;
  /** An SVG, which supabase-js converts to a data URI. */
  qr_code: string;
}

/** Creates a secret and its three forms for the app: text, link and QR code. */
function newTotp(issuer: string, label: string): TotpSecret {
  const secret = new Secret({ size: 20 });
  const uri = new TOTP({ issuer, label, secret }).toString();
  return { secret: secret.base32, uri, qr_code: renderSVG(uri, { ecc: "M", border: 4 }) };
}

/** Returns the time step of a code that is valid at about `now`, or undefined for a wrong code. */
function timeStepOf(secret: string, code: string, now = Date.now()): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, window: WINDOW, timestamp: now });
  return delta === null ? undefined : totp.counter({ timestamp: now }) + delta;
}

const wrong = () => notProven("Invalid TOTP code entered");

/** Authenticator apps. */
export const totp: FactorKind = {
  method: "totp",

  requireOffered() {},

  enrol({ settings }, user, { issuer }) {
    const made = newTotp(issuer || new URL(settings.siteUrl).host, user.email ?? user.id);
    return { secret: made.secret, shown: { totp: made } };
  },

  open: () => ({}),

  async prove(db, _service, { factor }, { code }) {
    if (code === "") throw validationFailed("Code needs to be non-empty");
    const step = timeStepOf(factor.secret ?? "", code);
    if (step === undefined) throw wrong();
    // A time step is accepted once. When requests race, exactly one succeeds.
    const stepped = await db.query(
      `update auth.mfa_factors set last_counter = $2
       where id = $1 and coalesce(last_counter, -1) < $2`,
      [factor.id, step],
    );
    if (stepped.rowCount === 0) throw wrong();
    return factor;
  },
};
