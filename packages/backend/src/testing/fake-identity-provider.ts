import { generateKeyPairSync, randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { inflateRawSync } from "node:zlib";
import { SignedXml } from "xml-crypto";

/** The values of an answer; tests make some of them wrong. */
export interface Said {
  issuer: string;
  audience: string;
  recipient: string;
  inResponseTo: string;
  nameId: string;
  format: string;
  email: string | undefined;
  /** In seconds from now. */
  notOnOrAfter: number;
  sessionEnd: number | undefined;
  sign: "assertion" | "response" | "nothing";
}

/** An identity provider (SAML 2.0) for tests: its keys and answers, and a page if it is served. */
export class FakeIdentityProvider {
  readonly issuer = "https://id.club.example/metadata";
  entryPoint = "https://id.club.example/sso";
  readonly #keys = generateKeyPairSync("rsa", { modulusLength: 2048 });

  get publicKey(): string {
    return this.#keys.publicKey.export({ type: "spki", format: "pem" }).trim();
  }

  /** Parses a redirect to the entry point. */
  read(url: string): { id: string; relayState: string; acs: string; issuer: string } {
    const { searchParams } = new URL(url);
    const xml = inflateRawSync(Buffer.from(searchParams.get("SAMLRequest")!, "base64")).toString();
    return {
      id: /<samlp:AuthnRequest[^>]* ID="([^"]+)"/.exec(xml)![1]!,
      acs: /AssertionConsumerServiceURL="([^"]+)"/.exec(xml)![1]!,
      issuer: /<saml:Issuer[^>]*>([^<]+)</.exec(xml)![1]!,
      relayState: searchParams.get("RelayState")!,
    };
  }

  /** Creates an answer to a request, as the browser posts it. */
  answer(
    request: { id: string; acs: string; issuer: string },
    nameId: string,
    wrong: Partial<Said> = {},
  ): string {
    const said: Said = {
      issuer: this.issuer,
      audience: request.issuer,
      recipient: request.acs,
      inResponseTo: request.id,
      nameId,
      format: "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
      email: `${nameId}@club.example`,
      notOnOrAfter: 300,
      sessionEnd: undefined,
      sign: "assertion",
      ...wrong,
    };
    const xml = responseXml(said);
    return said.sign === "nothing" ? xml : this.sign(xml, said.sign);
  }

  /**
   * Serves the entry point: a page with a button for each of `names`, which posts the answer about
   * that person, as a browser does.
   * @returns a function that stops the server
   */
  async serve(names: string[]): Promise<() => Promise<void>> {
    const server = createServer((request, response) => {
      // Browsers also request an icon.
      if (!request.url!.startsWith("/sso?")) return void response.writeHead(404).end();
      const requested = this.read(new URL(request.url!, this.entryPoint).href);
      const forms = names.map((name) => {
        const answer = Buffer.from(this.answer(requested, name)).toString("base64");
        return `<form method="post" action="${requested.acs}">
          <input type="hidden" name="SAMLResponse" value="${answer}">
          <input type="hidden" name="RelayState" value="${requested.relayState}">
          <button>${name}</button></form>`;
      });
      response.setHeader("content-type", "text/html; charset=utf-8");
      response.end(`<!doctype html><title>Club</title>${forms.join("")}`);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    this.entryPoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sso`;
    return () => new Promise((resolve) => server.close(() => resolve()));
  }

  sign(xml: string, element: "assertion" | "response"): string {
    const name = element === "assertion" ? "Assertion" : "Response";
    const reference = `//*[local-name(.)='${name}']`;
    const signer = new SignedXml({
      privateKey: this.#keys.privateKey.export({ type: "pkcs8", format: "pem" }),
      signatureAlgorithm: "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
      canonicalizationAlgorithm: "http://www.w3.org/2001/10/xml-exc-c14n#",
    });
    signer.addReference({
      xpath: reference,
      transforms: [
        "http://www.w3.org/2000/09/xmldsig#enveloped-signature",
        "http://www.w3.org/2001/10/xml-exc-c14n#",
      ],
      digestAlgorithm: "http://www.w3.org/2001/04/xmlenc#sha256",
    });
    signer.computeSignature(xml, {
      location: { reference: `${reference}/*[local-name(.)='Issuer']`, action: "after" },
    });
    return signer.getSignedXml();
  }
}

const time = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

function responseXml(said: Said): string {
  const end =
    said.sessionEnd === undefined ? "" : ` SessionNotOnOrAfter="${time(said.sessionEnd)}"`;
  const email =
    said.email === undefined
      ? ""
      : `<saml:AttributeStatement><saml:Attribute Name="mail"><saml:AttributeValue>${said.email}</saml:AttributeValue></saml:Attribute><saml:Attribute Name="displayName"><saml:AttributeValue>Une Supportrice</saml:AttributeValue></saml:Attribute></saml:AttributeStatement>`;
  return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_r${randomUUID()}" Version="2.0" IssueInstant="${time(0)}" Destination="${said.recipient}" InResponseTo="${said.inResponseTo}"><saml:Issuer>${said.issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status><saml:Assertion ID="_a${randomUUID()}" Version="2.0" IssueInstant="${time(0)}"><saml:Issuer>${said.issuer}</saml:Issuer><saml:Subject><saml:NameID Format="${said.format}">${said.nameId}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData Recipient="${said.recipient}" InResponseTo="${said.inResponseTo}" NotOnOrAfter="${time(said.notOnOrAfter)}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${time(-60)}" NotOnOrAfter="${time(said.notOnOrAfter)}"><saml:AudienceRestriction><saml:Audience>${said.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${time(0)}"${end}><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>${email}</saml:Assertion></samlp:Response>`;
}
