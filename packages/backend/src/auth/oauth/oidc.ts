import { CodeChallengeMethod, OAuth2Client, type OAuth2Tokens } from "arctic";
import { createRemoteJWKSet, jwtVerify } from "jose";
import * as z from "zod";

import type { ProviderOptions } from "../../options.ts";
import { getJson } from "./http.ts";
import { ProviderFailure, type IdTokens, type OAuthProvider, type Profile } from "./provider.ts";

export const OPENID_SCOPES = ["openid", "email", "profile"];

const text = z.string().optional().catch(undefined);

const Claims = z.object({
  sub: z.string().min(1),
  email: text,
  // Some issuers send the text 'true'.
  email_verified: z.union([z.boolean(), z.stringbool()]).optional().catch(false),
  name: text,
  preferred_username: text,
  picture: text,
  nonce: text,
});

/**
 * Asymmetric algorithms only. Otherwise a token could be forged with the public key as an HMAC
 * secret.
 */
const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "ES256", "ES384", "ES512", "EdDSA"];

/** Creates the verifier of an issuer's tokens. It uses the keys that the issuer publishes. */
export function idTokensOf(issuer: string | string[], jwksUri: string, clientId: string): IdTokens {
  const keys = createRemoteJWKSet(new URL(jwksUri), { timeoutDuration: 5_000 });
  return {
    async verify(idToken) {
      const { payload } = await jwtVerify(idToken, keys, {
        issuer,
        audience: clientId,
        algorithms: ALGORITHMS,
        requiredClaims: ["sub", "exp", "iat"],
        clockTolerance: 30,
      }).catch((cause: unknown) => {
        throw new ProviderFailure("ID token refused", { cause });
      });
      const claims = Claims.safeParse(payload);
      if (!claims.success) throw new ProviderFailure("ID token without a subject");
      return { profile: profileOf(claims.data), nonce: claims.data.nonce };
    },
  };
}

function profileOf(claims: z.output<typeof Claims>): Profile {
  return {
    subject: claims.sub,
    email: claims.email,
    emailVerified: claims.email_verified === true,
    claims: {
      name: claims.name,
      user_name: claims.preferred_username,
      avatar_url: claims.picture,
    },
  };
}

/** Returns the profile of an ID token, which must contain the nonce that we sent. */
export async function profileByIdToken(
  idTokens: IdTokens,
  tokens: OAuth2Tokens,
  nonce: string,
): Promise<Profile> {
  const verified = await idTokens.verify(tokens.idToken());
  if (verified.nonce !== nonce) throw new ProviderFailure("ID token of another sign-in");
  return verified.profile;
}

const address = z.url({ protocol: /^https?$/ });

const Discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: address,
  token_endpoint: address,
  jwks_uri: address,
});

/** Creates a provider for any OpenID Connect issuer, from its published configuration. */
export function openIdProvider(
  { clientId, secret, issuer }: ProviderOptions & { issuer: string },
  redirectUri: string,
): OAuthProvider {
  const client = new OAuth2Client(clientId, secret, redirectUri);

  async function read() {
    const url = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
    const found = await getJson(Discovery, url);
    if (found.issuer !== issuer) throw new ProviderFailure(`${url} is about another issuer`);
    return { ...found, idTokens: idTokensOf(issuer, found.jwks_uri, clientId) };
  }

  let discovered: ReturnType<typeof read> | undefined;
  const discover = () => {
    // A failure is not cached: the issuer may be up again at the next attempt.
    discovered ??= read().catch((error: unknown) => {
      discovered = undefined;
      throw error;
    });
    return discovered;
  };

  const idTokens: IdTokens = { verify: async (token) => (await discover()).idTokens.verify(token) };
  return {
    scopes: OPENID_SCOPES,
    idTokens,
    async authorizationUrl({ state, verifier, nonce }, scopes) {
      const url = client.createAuthorizationURLWithPKCE(
        (await discover()).authorization_endpoint,
        state,
        CodeChallengeMethod.S256,
        verifier,
        scopes,
      );
      url.searchParams.set("nonce", nonce);
      return url;
    },
    exchange: async (code, verifier) =>
      client.validateAuthorizationCode((await discover()).token_endpoint, code, verifier),
    profile: (tokens, nonce) => profileByIdToken(idTokens, tokens, nonce),
  };
}
