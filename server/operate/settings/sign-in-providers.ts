import { createPublicKey } from "node:crypto";

import { PROVIDER_PARTS, SAML_PARTS } from "./register.ts";
import { list, webAddress } from "./values.ts";

/** Settings of sign-in providers by name in lower case; one with an issuer uses OpenID Connect. */
export type Providers = Record<string, { clientId: string; secret: string; issuer?: string }>;

/** Identity providers (SAML 2.0) by their name in lower case. */
export type SamlProviders = Record<
  string,
  { issuer: string; entryPoint: string; certificates: string[]; domains: string[] }
>;

/** The names in the middle of variables such as `AUTH_<NAME>_CLIENT_ID`. */
function namesIn(
  set: NodeJS.ProcessEnv,
  start: string,
  name: string,
  parts: Record<string, string>,
): Set<string> {
  const variable = new RegExp(`^${start}(${name})_(?:${Object.keys(parts).join("|")})$`);
  return new Set(Object.keys(set).flatMap((key) => variable.exec(key)?.[1] ?? []));
}

export function readProviders(set: NodeJS.ProcessEnv, problems: string[]): Providers {
  const providers: Providers = {};
  for (const name of namesIn(set, "AUTH_", "[A-Z]+", PROVIDER_PARTS)) {
    const variable = (part: keyof typeof PROVIDER_PARTS) => `AUTH_${name}_${part}`;
    const clientId = set[variable("CLIENT_ID")];
    const secret = set[variable("SECRET")];
    const issuer = set[variable("ISSUER")];
    if (issuer && !webAddress.safeParse(issuer).success) {
      problems.push(`${variable("ISSUER")}: expected an address such as https://id.example.org`);
    }
    if (clientId && secret) {
      providers[name.toLowerCase()] = { clientId, secret, ...(issuer && { issuer }) };
    }
    if (!clientId || !secret) {
      problems.push(`${variable(clientId ? "SECRET" : "CLIENT_ID")}: missing`);
    }
  }
  return providers;
}

const listed = (values = "") => list.parse(values).filter(Boolean);

export function readSaml(set: NodeJS.ProcessEnv, problems: string[]): SamlProviders {
  const providers: SamlProviders = {};
  for (const name of namesIn(set, "AUTH_SAML_", "[A-Z0-9]+", SAML_PARTS)) {
    const variable = (part: keyof typeof SAML_PARTS) => `AUTH_SAML_${name}_${part}`;
    const issuer = set[variable("ISSUER")];
    const entryPoint = set[variable("ENTRY_POINT")];
    const certificates = listed(set[variable("CERTIFICATE")]);
    const domains = listed(set[variable("DOMAINS")]).map((domain) => domain.toLowerCase());
    if (!issuer) problems.push(`${variable("ISSUER")}: missing`);
    if (!entryPoint || !webAddress.safeParse(entryPoint.split("?")[0]).success) {
      problems.push(
        `${variable("ENTRY_POINT")}: expected an address such as https://id.example.org`,
      );
    }
    if (certificates.length === 0 || !certificates.every(isKey)) {
      problems.push(`${variable("CERTIFICATE")}: expected X.509 certificates in base64 or PEM`);
    }
    if (domains.length === 0) problems.push(`${variable("DOMAINS")}: missing`);
    if (issuer && entryPoint) {
      providers[name.toLowerCase()] = { issuer, entryPoint, certificates, domains };
    }
  }
  return providers;
}

/** Whether the text is a key that verifies signatures: a certificate or a public key in PEM. */
function isKey(text: string): boolean {
  try {
    createPublicKey(
      text.startsWith("-----BEGIN")
        ? text
        : `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`,
    );
    return true;
  } catch {
    return false;
  }
}
