import type { OAuth2Tokens } from "arctic";

/** A person's profile at a provider. */
export interface Profile {
  /** The provider's id of the person, which never changes. */
  subject: string;
  email: string | undefined;
  /**
   * True if the provider has verified the address. Accounts are joined by verified addresses only.
   */
  emailVerified: boolean;
  claims: ProfileClaims;
}

/** The claims that clients of the hosted service find in `identity_data` and `user_metadata`. */
interface ProfileClaims {
  name?: string | undefined;
  user_name?: string | undefined;
  avatar_url?: string | undefined;
}

/** The secrets of one sign-in. Only its browser and this server have them. */
export interface FlowSecrets {
  state: string;
  verifier: string;
  nonce: string;
}

/** Verifies tokens that an OpenID Connect issuer has signed for us. */
export interface IdTokens {
  /** @throws {ProviderFailure} unless issuer, audience, signature and time are right */
  verify(idToken: string): Promise<{ profile: Profile; nonce: string | undefined }>;
}

export interface OAuthProvider {
  /** Requested in addition to the scopes of the client. */
  scopes: string[];
  authorizationUrl(secrets: FlowSecrets, scopes: string[]): URL | Promise<URL>;
  exchange(code: string, verifier: string): Promise<OAuth2Tokens>;
  profile(tokens: OAuth2Tokens, nonce: string): Promise<Profile>;
  idTokens?: IdTokens;
}

/** The provider didn't answer, or its answer can't be trusted. */
export class ProviderFailure extends Error {}
