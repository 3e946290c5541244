import type { Queryable } from "../database.ts";
import { validationFailed, violatedConstraint } from "../errors.ts";
import type { Challenge, StoredFactor } from "../factors.ts";
import type { AuthService } from "../service.ts";
import {
  createdCredential,
  creationOptions,
  requestOptions,
  shownCredential,
  type Credential,
  type CredentialResponse,
  type NewCredential,
} from "../webauthn/ceremonies.ts";
import type { RelyingParty } from "../webauthn/relying-party.ts";
import { notOffered, notProven, type FactorKind } from "./kind.ts";

/** A credential as the hosted service keeps it in `web_authn_credential`; bytes in base64. */
interface StoredCredential {
  id: string;
  publicKey: string;
  attestationType: string;
  transport: string[];
  flags: Record<"userPresent" | "userVerified" | "backupEligible" | "backupState", boolean>;
  authenticator: { AAGUID: string; signCount: number; cloneWarning: boolean; attachment: string };
}

const wrong = () => notProven("Invalid WebAuthn credential");

/** Passkeys and security keys, after the password. */
export const webauthn: FactorKind = {
  method: "mfa/webauthn",

  requireOffered({ relyingParty }, action) {
    if (!relyingParty) throw notOffered("webauthn", action);
  },

  enrol: () => ({ shown: {} }),

  async open(service, user, factor) {
    const party = service.relyingParty!;
    const known = await credentialsOf(service.pool, user.id);
    const type = factor.status === "verified" ? "request" : "create";
    const publicKey =
      type === "create"
        ? await creationOptions(party, user, known, {
            userVerification: "preferred",
            residentKey: "preferred",
          })
        : await requestOptions(party, known, "preferred");
    return {
      sessionData: { challenge: publicKey.challenge, type },
      shown: { webauthn: { type, credential_options: { publicKey } } },
    };
  },

  async prove(db, { relyingParty }: AuthService, { user, factor, challenge }, proof) {
    if (!proof.webauthn) throw validationFailed("WebAuthn config required");
    const { type, response } = proof.webauthn;
    if (type !== "create" && type !== "request") {
      throw validationFailed("WebAuthn type must be create or request");
    }
    if (challenge.web_authn_session_data?.type !== type) throw wrong();
    return type === "create"
      ? register(db, relyingParty!, factor, challenge, response)
      : recognise(db, relyingParty!, user.id, challenge, response);
  },
};

async function register(
  db: Queryable,
  party: RelyingParty,
  factor: StoredFactor,
  challenge: Challenge,
  response: CredentialResponse,
): Promise<StoredFactor> {
  const expected = challenge.web_authn_session_data!.challenge;
  const made = await createdCredential(party, response, expected, false);
  if (!made || factor.status === "verified") throw wrong();
  await db
    .query(
      `update auth.mfa_factors set web_authn_credential = $2, web_authn_aaguid = $3 where id = $1`,
      [factor.id, JSON.stringify(storedFrom(made)), made.aaguid],
    )
    .catch((error: unknown) => {
      throw violatedConstraint(error) === "mfa_factors_web_authn_credential_key" ? wrong() : error;
    });
  return factor;
}

/** Any verified credential of the account answers, so that a member takes the one at hand. */
async function recognise(
  db: Queryable,
  party: RelyingParty,
  userId: string,
  challenge: Challenge,
  response: CredentialResponse,
): Promise<StoredFactor> {
  const known = await credentialsOf(db, userId);
  const credential = known.find(({ id }) => id === response.id);
  const expected = challenge.web_authn_session_data!.challenge;
  const counter =
    credential && (await shownCredential(party, response, expected, credential, false));
  if (!credential || counter === undefined) throw wrong();
  await db.query(
    `update auth.mfa_factors set web_authn_credential =
       jsonb_set(web_authn_credential, '{authenticator,signCount}', to_jsonb($2::bigint))
     where id = $1`,
    [credential.factor.id, counter],
  );
  return credential.factor;
}

async function credentialsOf(
  db: Queryable,
  userId: string,
): Promise<(Credential & { factor: StoredFactor })[]> {
  const found = await db.query<StoredFactor & { stored: StoredCredential }>(
    `select id, friendly_name, factor_type, status, created_at, updated_at, secret, phone,
       web_authn_credential as stored
     from auth.mfa_factors
     where user_id = $1 and factor_type = 'webauthn' and status = 'verified'
       and web_authn_credential is not null`,
    [userId],
  );
  return found.rows.map(({ stored, ...factor }) => ({
    factor,
    id: Buffer.from(stored.id, "base64").toString("base64url"),
    publicKey: new Uint8Array(Buffer.from(stored.publicKey, "base64")),
    counter: stored.authenticator.signCount,
    transports: stored.transport,
  }));
}

/** In the members and encodings of the hosted service, so that factors can be moved there. */
function storedFrom(made: NewCredential): StoredCredential {
  return {
    id: Buffer.from(made.id, "base64url").toString("base64"),
    publicKey: Buffer.from(made.publicKey).toString("base64"),
    attestationType: "none",
    transport: made.transports,
    flags: {
      userPresent: true,
      userVerified: made.userVerified,
      backupEligible: made.backupEligible,
      backupState: made.backedUp,
    },
    authenticator: {
      AAGUID: Buffer.from(made.aaguid.replaceAll("-", ""), "hex").toString("base64"),
      signCount: made.counter,
      cloneWarning: false,
      attachment: "",
    },
  };
}
