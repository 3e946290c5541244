import { createHash } from "node:crypto";

import type { SamlOptions } from "../../options.ts";
import { OAUTH_STATE_LIFETIME_SECONDS } from "../policy.ts";
import { readAssertion, type Assertion } from "./assertion.ts";

/** Loaded when somebody signs in by it: few sites have it, and it takes several megabytes. */
const nodeSaml = () => import("@node-saml/node-saml");

/** Accepted difference between the identity provider's clock and ours, in milliseconds. */
const CLOCK_SKEW = 30_000;

/** An organisation's identity provider. */
export interface SamlProvider {
  /**
   * Derived from the issuer's name, so that it is the same on every server and after every start.
   */
  id: string;
  domains: string[];
  /** Returns the URL that starts a sign-in; the answer repeats `requestId`. */
  request(requestId: string, relayState: string): Promise<string>;
  /**
   * Verifies a response and returns its assertion.
   * @throws {Error} unless the provider has signed it for this site, for this moment and for the
   *   request
   */
  assertion(response: string, requestId: string): Promise<Assertion>;
}

/**
 * Returns this site's addresses for providers: `entityId` (the metadata) identifies the site, `acs`
 * receives responses.
 */
function samlAddresses(siteUrl: string): { entityId: string; acs: string } {
  const base = `${siteUrl}/auth/v1/sso/saml`;
  return { entityId: `${base}/metadata`, acs: `${base}/acs` };
}

/** Creates the configured identity providers. */
export function createSamlProviders(
  settings: Record<string, SamlOptions>,
  siteUrl: string,
): SamlProvider[] {
  return Object.values(settings).map((provider) => samlProvider(provider, siteUrl));
}

function samlProvider(settings: SamlOptions, siteUrl: string): SamlProvider {
  const { entityId, acs } = samlAddresses(siteUrl);
  const saml = async (requestId: string) => {
    const { SAML, ValidateInResponseTo } = await nodeSaml();
    const requestedAt = new Date().toISOString();
    return new SAML({
      entryPoint: settings.entryPoint,
      idpCert: settings.certificates,
      issuer: entityId,
      audience: entityId,
      callbackUrl: acs,
      generateUniqueId: () => requestId,
      identifierFormat: null,
      disableRequestedAuthnContext: true,
      acceptedClockSkewMs: CLOCK_SKEW,
      // Either the response or the assertion must be signed. Only signed parts are read.
      wantAssertionsSigned: false,
      wantAuthnResponseSigned: false,
      validateInResponseTo: ValidateInResponseTo.always,
      requestIdExpirationPeriodMs: OAUTH_STATE_LIFETIME_SECONDS * 1000,
      // The request is stored with its relay state, which is consumed once.
      cacheProvider: {
        saveAsync: async () => null,
        getAsync: async (id) => (id === requestId ? requestedAt : null),
        removeAsync: async () => null,
      },
    });
  };
  return {
    id: uuidOf(settings.issuer),
    domains: settings.domains,
    request: async (requestId, relayState) =>
      (await saml(requestId)).getAuthorizeUrlAsync(relayState, undefined, {}),
    async assertion(response, requestId) {
      const validator = await saml(requestId);
      const { profile } = await validator.validatePostResponseAsync({ SAMLResponse: response });
      if (profile?.issuer !== settings.issuer) throw new Error("unexpected issuer");
      return readAssertion(profile, { acs, requestId, now: Date.now() - CLOCK_SKEW });
    },
  };
}

/** Returns the metadata of this site, for the set-up of a provider. */
export async function samlMetadata(siteUrl: string): Promise<string> {
  const { SAML } = await nodeSaml();
  const { entityId, acs } = samlAddresses(siteUrl);
  const saml = new SAML({
    idpCert: "MA==",
    issuer: entityId,
    callbackUrl: acs,
    identifierFormat: "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
    wantAssertionsSigned: true,
  });
  return saml.generateServiceProviderMetadata(null);
}

/** Returns a UUID of version 8 (RFC 9562), derived from the digest of a name. */
function uuidOf(name: string): string {
  const bytes = createHash("sha256").update(`saml ${name}`).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, "$1-$2-$3-$4-$5");
}
