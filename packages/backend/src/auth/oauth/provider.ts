import type { OAuth2Tokens } from "arctic";

/** Who somebody is at a provider. */
export interface Profile {
  /** What the provider never changes about them. */
  subject: string;
  email: string | undefined;
  /** Whether the provider says that the address is theirs. Nothing else may join accounts. */
  emailVerified: boolean;
  claims: ProfileClaims;
}

/** What clients of the hosted service find in `identity_data` and `user_metadata`. */
export interface ProfileClaims {
  name?: string | undefined;
  user_name?: string | undefined;
  avatar_url?: string | undefined;
}

/** The secrets of one sign-in, known to nobody but the browser that makes it and to us. */
export interface FlowSecrets {
  state: string;
  verifier: string;
  nonce: string;
}

/** Checks tokens that an issuer of OpenID Connect has signed for us. */
export interface IdTokens {
  /** @throws {ProviderFailure} unless issuer, audience, signature and time are right */
  verify(idToken: string): Promise<{ profile: Profile; nonce: string | undefined }>;
}

export interface OAuthProvider {
  /** Asked for besides what the client asks for. */
  scopes: string[];
  authorizationUrl(secrets: FlowSecrets, scopes: string[]): URL | Promise<URL>;
  exchange(code: string, verifier: string): Promise<OAuth2Tokens>;
  profile(tokens: OAuth2Tokens, nonce: string): Promise<Profile>;
  idTokens?: IdTokens;
}

/** The provider could not be reached, or said something that can't be believed. */
export class ProviderFailure extends Error {}
