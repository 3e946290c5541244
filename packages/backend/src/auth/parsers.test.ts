import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { AuthError } from "./errors.ts";
import { challengeIn } from "./flow-states.ts";
import { requirePhone } from "./phones.ts";
import { requireEmail } from "./request.ts";
import { parseMessage } from "./web3/message.ts";
import { relyingPartyOf } from "./webauthn/relying-party.ts";

/** Runs a parser. It may refuse the text with its own error; every other error fails the test. */
function tryParse<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch (error) {
    if (error instanceof AuthError && error.code === "validation_failed") return undefined;
    throw error;
  }
}

/** Arbitrary texts, and texts that are almost valid. */
const near = (good: fc.Arbitrary<string>) =>
  fc.oneof(
    fc.string({ unit: "binary" }),
    fc
      .record({ text: good, at: fc.nat(60), cut: fc.nat(3), put: fc.string({ maxLength: 3 }) })
      .map(({ text, at, cut, put }) => text.slice(0, at) + put + text.slice(at + cut)),
  );

test("an address that is taken is in lower case, has one @, and is taken again", () => {
  fc.assert(
    fc.property(near(fc.emailAddress()), (text) => {
      const email = tryParse(() => requireEmail(text));
      if (email === undefined) return;
      expect(email).toBe(text.toLowerCase());
      expect(email).toMatch(/^[^@\s]+@[^@\s]+$/);
      expect(requireEmail(email)).toBe(email);
    }),
  );
});

test("a number that is taken is digits without a leading zero, however it was written", () => {
  const digits = fc.stringMatching(/^[1-9]\d{6,14}$/);
  fc.assert(
    fc.property(digits, fc.constantFrom(" ", "-", ".", ""), (number, gap) => {
      const written = `+${number.slice(0, 2)}${gap}${number.slice(2)}`;
      expect(requirePhone(written)).toBe(number);
    }),
  );
  fc.assert(
    fc.property(near(digits), (text) => {
      expect(tryParse(() => requirePhone(text)) ?? "33600000000").toMatch(/^[1-9]\d{6,14}$/);
    }),
  );
});

test("an accepted PKCE challenge is one that RFC 7636 allows, unchanged", () => {
  const good = fc.stringMatching(/^[A-Za-z0-9._~-]{43,128}$/);
  fc.assert(
    fc.property(
      near(good),
      fc.oneof(fc.string(), fc.constantFrom("S256", "s256", "plain", "")),
      (value, method) => {
        const body = { code_challenge: value, code_challenge_method: method };
        const challenge = tryParse(() => challengeIn(body));
        if (!challenge) return;
        expect(challenge.value).toBe(value);
        expect(value).toMatch(/^[A-Za-z0-9._~-]{43,128}$/);
        expect(["s256", "plain"]).toContain(challenge.method);
      },
    ),
  );
});

describe("a wallet's message", () => {
  const message = fc
    .record({
      domain: fc.domain(),
      address: fc.stringMatching(/^0x[0-9a-f]{40}$/),
      statement: fc.option(fc.stringMatching(/^[A-Za-z ]{1,40}$/), { nil: undefined }),
      nonce: fc.stringMatching(/^[A-Za-z0-9]{8,20}$/),
      issued: fc.date({ min: new Date(0), max: new Date("9999-12-31"), noInvalidDate: true }),
    })
    .map((parts) => ({
      ...parts,
      text: `${parts.domain} wants you to sign in with your Ethereum account:\n${parts.address}\n\n${
        parts.statement === undefined ? "" : `${parts.statement}\n\n`
      }URI: https://${parts.domain}/\nVersion: 1\nChain ID: 1\nNonce: ${parts.nonce}\nIssued At: ${parts.issued.toISOString()}`,
    }));

  test("is read as it was written", () => {
    fc.assert(
      fc.property(message, ({ text, domain, address, statement, issued }) => {
        expect(parseMessage("ethereum", text)).toMatchObject({
          domain,
          address,
          statement,
          issuedAt: issued,
        });
      }),
    );
  });

  test("of another form is refused", () => {
    let refused = 0;
    fc.assert(
      fc.property(near(message.map(({ text }) => text)), (text) => {
        const read = tryParse(() => parseMessage("ethereum", text));
        expect(text).toContain(read?.address ?? "");
        refused += read ? 0 : 1;
      }),
    );
    expect(refused).toBeGreaterThan(0);
  });
});

test.each([
  ["https://site.example", "site.example", ["https://site.example"]],
  ["https://site.example:8443", "site.example", ["https://site.example:8443"]],
  ["http://127.0.0.1:3000", "localhost", ["http://localhost:3000"]],
  ["http://[::1]:3000", "localhost", ["http://localhost:3000"]],
  ["http://site.example", undefined, undefined],
  ["https://192.0.2.7", undefined, undefined],
  ["https://[2001:db8::7]", undefined, undefined],
])("the site %s makes the relying party %s", (siteUrl, id, origins) => {
  const party = relyingPartyOf(siteUrl, "Sample");
  expect(party?.id).toBe(id);
  expect(party?.origins).toEqual(origins);
});
