import { SAML, ValidateInResponseTo } from "@node-saml/node-saml";
import { createHash } from "node:crypto";

import type { SamlSettings } from "../../context.ts";
import { OAUTH_STATE_LIFETIME } from "../policy.ts";
import { readAssertion, type Assertion } from "./assertion.ts";

/** In milliseconds; how far an identity provider's clock may be from ours. */
const CLOCK_SKEW = 30_000;

/** An identity provider of a company or a club, whose members sign in there. */
export interface SamlProvider {
  /** Made from the issuer's name, so that every server and every start has the same. */
  id: string;
  domains: string[];
  /** Where to send somebody who signs in; `requestId` comes back in the answer. */
  request(requestId: string, relayState: string): Promise<string>;
  /**
   * What the provider says of the person it answers about.
   * @throws {Error} unless it has signed that, for us, now, and in answer to the request
   */
  assertion(response: string, requestId: string): Promise<Assertion>;
}

/** How providers know us: the address of our metadata names us, the other takes their answers. */
export function samlAddresses(siteUrl: string): { entityId: string; acs: string } {
  const base = `${siteUrl}/auth/v1/sso/saml`;
  return { entityId: `${base}/metadata`, acs: `${base}/acs` };
}

export function createSamlProviders(
  settings: Record<string, SamlSettings>,
  siteUrl: string,
): SamlProvider[] {
  return Object.values(settings).map((provider) => samlProvider(provider, siteUrl));
}

function samlProvider(settings: SamlSettings, siteUrl: string): SamlProvider {
  const { entityId, acs } = samlAddresses(siteUrl);
  const saml = (requestId: string) => {
    const asked = new Date().toISOString();
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
      // Either the response or the assertion must be signed; only what is signed is read.
      wantAssertionsSigned: false,
      wantAuthnResponseSigned: false,
      validateInResponseTo: ValidateInResponseTo.always,
      requestIdExpirationPeriodMs: OAUTH_STATE_LIFETIME * 1000,
      // The request is remembered with its relay state, which is taken once.
      cacheProvider: {
        saveAsync: async () => null,
        getAsync: async (id) => (id === requestId ? asked : null),
        removeAsync: async () => null,
      },
    });
  };
  return {
    id: uuidOf(settings.issuer),
    domains: settings.domains,
    request: (requestId, relayState) =>
      saml(requestId).getAuthorizeUrlAsync(relayState, undefined, {}),
    async assertion(response, requestId) {
      const { profile } = await saml(requestId).validatePostResponseAsync({
        SAMLResponse: response,
      });
      if (profile?.issuer !== settings.issuer) throw new Error("unexpected issuer");
      return readAssertion(profile, { acs, requestId, now: Date.now() - CLOCK_SKEW });
    },
  };
}

/** What we are, for those who set a provider up. */
export function samlMetadata(siteUrl: string): string {
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

/** A UUID of version 8 (RFC 9562): the digest of a name. */
function uuidOf(name: string): string {
  const bytes = createHash("sha256").update(`saml ${name}`).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, "$1-$2-$3-$4-$5");
}
