import type { Profile } from "@node-saml/node-saml";
import * as z from "zod";

/** A person's profile, as signed by their identity provider. */
export interface Assertion {
  subject: string;
  email: string;
  name: string | undefined;
  /** The end of the session that the provider has set. */
  notAfter: Date | undefined;
}

/** The signed XML as the library parses it: attributes in `$`, elements in lists. */
const Signed = z.object({
  Assertion: z.object({
    Subject: z.tuple([
      z.object({
        SubjectConfirmation: z.array(
          z.object({
            $: z.object({ Method: z.string() }),
            SubjectConfirmationData: z.tuple([
              z.object({
                $: z.object({
                  Recipient: z.string(),
                  InResponseTo: z.string(),
                  NotOnOrAfter: z.iso.datetime({ offset: true }),
                }),
              }),
            ]),
          }),
        ),
      }),
    ]),
    AuthnStatement: z
      .array(
        z.object({
          $: z
            .object({ SessionNotOnOrAfter: z.iso.datetime({ offset: true }).optional() })
            .optional(),
        }),
      )
      .optional(),
  }),
});

const BEARER = "urn:oasis:names:tc:SAML:2.0:cm:bearer";
const TRANSIENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient";
const ADDRESS = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress";

const EMAILS = [
  "email",
  "mail",
  "urn:oid:0.9.2342.19200300.100.1.3",
  "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress",
  "http://schemas.xmlsoap.org/claims/EmailAddress",
];
const NAMES = [
  "displayName",
  "urn:oid:2.16.840.1.113730.3.1.241",
  "http://schemas.microsoft.com/identity/claims/displayname",
  "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name",
  "name",
  "cn",
];
const SUBJECT = "urn:oasis:names:tc:SAML:attribute:subject-id";

/** The values that a signed assertion must match. */
export interface Expected {
  acs: string;
  requestId: string;
  /** In milliseconds, reduced by the accepted clock difference. */
  now: number;
}

/**
 * Reads an assertion whose signature, audience and times the library has verified. The library
 * reads recipient and request from the unsigned response, so they are verified again in the signed
 * part.
 * @throws {Error} if the assertion doesn't match or lacks a value
 */
export function readAssertion(profile: Profile, { acs, requestId, now }: Expected): Assertion {
  const { Assertion: signed } = Signed.parse(profile.getAssertion?.());
  const confirmed = signed.Subject[0].SubjectConfirmation.some(
    ({ $: { Method }, SubjectConfirmationData: [{ $: data }] }) =>
      Method === BEARER &&
      data.Recipient === acs &&
      data.InResponseTo === requestId &&
      Date.parse(data.NotOnOrAfter) > now,
  );
  if (!confirmed) throw new Error("assertion made for another request or recipient");

  const subject = attribute(profile, [SUBJECT]) ?? persistentName(profile);
  if (!subject) throw new Error("assertion names nobody for good");
  const email =
    attribute(profile, EMAILS) ?? (profile.nameIDFormat === ADDRESS ? profile.nameID : undefined);
  if (!email) throw new Error("assertion has no address");
  const end = signed.AuthnStatement?.[0]?.$?.SessionNotOnOrAfter;
  return {
    subject,
    email,
    name: attribute(profile, NAMES),
    notAfter: end ? new Date(end) : undefined,
  };
}

function persistentName({ nameID, nameIDFormat }: Profile): string | undefined {
  if (!nameID || nameIDFormat === TRANSIENT) return undefined;
  return nameIDFormat === ADDRESS ? nameID.toLowerCase() : nameID;
}

function attribute(profile: Profile, names: string[]): string | undefined {
  const attributes = (profile.attributes ?? {}) as Record<string, unknown>;
  for (const name of names) {
    const value = Object.hasOwn(attributes, name) ? [attributes[name]].flat()[0] : undefined;
    if (typeof value === "string" && value) return value;
  }
  return undefined;
}
