import type { Queryable } from "../database.ts";
import { validationFailed, violatedConstraint } from "../errors.ts";
import type { Challenge, StoredFactor } from "../factors.ts";
import type { AuthService } from "../service.ts";
import {
  createdCredential,
  creationOptions,
  requestOptions,
  shownCredential,
  type CredentialResponse,
} from "../webauthn/ceremonies.ts";
import { factorCredentialsOf, storedFrom } from "../webauthn/factor-credentials.ts";
import { passkeysOf } from "../webauthn/passkeys.ts";
import type { RelyingParty } from "../webauthn/relying-party.ts";
import { notOffered, notProven, type FactorKind } from "./kind.ts";

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
    const own = await factorCredentialsOf(service.pool, user.id);
    const type = factor.status === "verified" ? "request" : "create";
    const passkeys = type === "create" ? await passkeysOf(service.pool, user.id) : [];
    const known = [...own, ...passkeys.map(({ credential }) => credential)];
    const publicKey =
      type === "create"
        ? await creationOptions(party, user, known, {
            userVerification: "preferred",
            residentKey: "preferred",
          })
        : await requestOptions(party, own, "preferred");
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

/** Accepts any verified credential of the account, so that a member can use the device at hand. */
async function recognise(
  db: Queryable,
  party: RelyingParty,
  userId: string,
  challenge: Challenge,
  response: CredentialResponse,
): Promise<StoredFactor> {
  const known = await factorCredentialsOf(db, userId);
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
