import { createClient } from "@supabase/supabase-js";
import fc from "fast-check";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { startTestBackend, type TestBackend } from "../support/backend.ts";
import { FakeIdentityProvider, type Said } from "../../src/testing/fake-identity-provider.ts";
import { newBrowser } from "../../src/testing/browser.ts";
import { createMember, post } from "../../src/testing/accounts.ts";

const SITE = "http://127.0.0.1:3000";
const idp = new FakeIdentityProvider();
const other = new FakeIdentityProvider();

let site: TestBackend;
beforeAll(async () => {
  const { issuer, entryPoint } = idp;
  const club = { issuer, entryPoint, certificates: [idp.publicKey], domains: ["club.example"] };
  site = await startTestBackend({ auth: { saml: { club } } });
});
afterAll(() => site.close());

/** The browser of all members here. */
const browser = newBrowser();

/** A client in that browser that doesn't use PKCE. */
const visitor = () =>
  createClient(site.url, site.backend.apiKeys.anon, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: browser.fetch },
  }).auth;

/** Starts a sign-in and reads the request to the identity provider. */
async function ask(auth = visitor(), redirectTo = `${SITE}/en/account`) {
  const { data, error } = await auth.signInWithSSO({
    domain: "club.example",
    options: { redirectTo, skipBrowserRedirect: true } as { redirectTo: string },
  });
  if (error) throw error;
  expect(data.url.startsWith(idp.entryPoint)).toBe(true);
  return idp.read(data.url);
}

/** Posts an answer like the browser and returns the redirect. */
async function deliver(xml: string, RelayState: string, by = browser) {
  const answer = await by.fetch(`${site.url}/auth/v1/sso/saml/acs`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString("base64"), RelayState }),
  });
  expect(answer.status).toBe(303);
  const target = new URL(answer.headers.get("location")!);
  return { target, fragment: new URLSearchParams(target.hash.slice(1)) };
}

async function signIn(name: string, said: Partial<Said> = {}) {
  const request = await ask();
  return deliver(idp.answer(request, name, said), request.relayState);
}

const member = () => `member-${randomUUID().slice(0, 8)}`;

describe("signing in", () => {
  test("opens an account of the company's provider, with the given name", async () => {
    const name = member();
    const { target, fragment } = await signIn(name);
    expect(target.pathname).toBe("/en/account");
    const { auth } = site.client();
    const { data } = await auth.setSession({
      access_token: fragment.get("access_token")!,
      refresh_token: fragment.get("refresh_token")!,
    });
    expect(data.user).toMatchObject({
      email: `${name}@club.example`,
      is_sso_user: true,
      app_metadata: { provider: expect.stringMatching(/^sso:[0-9a-f-]{36}$/) },
      user_metadata: { full_name: "Une Supportrice" },
    });
    const { data: claims } = await auth.getClaims();
    expect(claims?.claims.amr).toMatchObject([{ method: "sso/saml" }]);
    const again = await signIn(name);
    const { data: same } = await auth.getUser(again.fragment.get("access_token")!);
    expect(same.user?.id).toBe(data.user?.id);
    for (const change of [{ password: "another-photo-a-day" }, { email: "x@example.org" }]) {
      expect((await auth.updateUser(change)).error).toMatchObject({
        status: 422,
        code: "user_sso_managed",
      });
    }
    // Another sign-in method would still open the account after its owner has left the company.
    expect((await auth.linkIdentity({ provider: "google" })).error).toMatchObject({
      status: 422,
      code: "user_sso_managed",
    });
  });

  test("with PKCE gives a code that only its verifier redeems", async () => {
    const { auth } = createClient(site.url, site.backend.apiKeys.anon, {
      auth: {
        flowType: "pkce",
        autoRefreshToken: false,
        storage: memory(),
      },
    });
    const request = await ask(auth);
    const { target } = await deliver(idp.answer(request, member()), request.relayState);
    const code = target.searchParams.get("code")!;
    expect(target.hash).not.toContain("access_token");
    expect((await site.client().auth.exchangeCodeForSession(code)).error).not.toBeNull();
    expect((await auth.exchangeCodeForSession(code)).error).toBeNull();
    const { data } = await auth.getClaims();
    expect(data?.claims.amr).toMatchObject([{ method: "sso/saml" }]);
  });

  test("with PKCE ends when the provider's session does, too", async () => {
    const { auth } = createClient(site.url, site.backend.apiKeys.anon, {
      auth: { flowType: "pkce", autoRefreshToken: false, storage: memory() },
    });
    const request = await ask(auth);
    const xml = idp.answer(request, member(), { sessionEnd: 3600 });
    const { target } = await deliver(xml, request.relayState);
    const { data } = await auth.exchangeCodeForSession(target.searchParams.get("code")!);
    const { rows } = await site.backend.pool.query(
      "select not_after between now() and now() + interval '1 h' as ends from auth.sessions where user_id = $1",
      [data.user!.id],
    );
    expect(rows).toEqual([{ ends: true }]);
    await site.backend.pool.query(
      "update auth.sessions set not_after = now() - interval '1 s' where user_id = $1",
      [data.user!.id],
    );
    expect((await auth.refreshSession()).error?.code).toBe("session_expired");
  });

  test("never opens the account of another user with the same address", async () => {
    const name = member();
    const { session } = await createMember(site, `${name}@club.example`);
    const { fragment } = await signIn(name);
    const { data } = await site.client().auth.getUser(fragment.get("access_token")!);
    expect(data.user).toMatchObject({ email: session.user.email });
    expect(data.user?.id).not.toBe(session.user.id);
  });

  test("accepts a signed response as a whole, and the provider's end of session", async () => {
    const { fragment } = await signIn(member(), { sign: "response", sessionEnd: -1 });
    const { error } = await site.client().auth.getUser(fragment.get("access_token")!);
    expect(error?.name).toBe("AuthSessionMissingError");
  });

  test("finds a provider by id too, and refuses unknown ones", async () => {
    const request = await post(site, "/sso", { domain: "CLUB.example", skip_http_redirect: true });
    expect(request.status).toBe(200);
    const { rows } = await site.backend.pool.query(
      "select provider_type from auth.flow_state where provider_type like 'sso:%' limit 1",
    );
    const providerId = rows[0].provider_type.slice(4);
    const { auth } = site.client();
    const byId = await auth.signInWithSSO({ providerId });
    expect(byId.data?.url).toContain(idp.entryPoint);
    for (const unknown of [{ domain: "nowhere.example" }, { providerId: randomUUID() }]) {
      expect((await auth.signInWithSSO(unknown)).error).toMatchObject({
        status: 404,
        code: "sso_provider_not_found",
      });
    }
    for (const body of [{}, { domain: "a", provider_id: "b" }]) {
      expect((await post(site, "/sso", body)).status).toBe(400);
    }
  });
});

describe("an answer is refused", () => {
  test.each<[string, Partial<Said>]>([
    ["unsigned", { sign: "nothing" }],
    ["of another issuer", { issuer: "https://evil.example" }],
    ["for another audience", { audience: "https://evil.example" }],
    ["for another recipient", { recipient: "https://evil.example/acs" }],
    ["to another request", { inResponseTo: "_of-somebody-else" }],
    ["that has expired", { notOnOrAfter: -120 }],
    ["without an address", { email: undefined }],
    ["about another domain", { email: "president@other.example" }],
    ["about nobody for good", { format: "urn:oasis:names:tc:SAML:2.0:nameid-format:transient" }],
  ])("%s", async (_what, wrong) => {
    const { fragment, target } = await signIn(member(), wrong);
    expect(fragment.get("error_code")).toBe("validation_failed");
    expect(target.href).not.toContain("access_token");
  });

  test("signed by somebody else", async () => {
    const request = await ask();
    const { fragment } = await deliver(other.answer(request, member()), request.relayState);
    expect(fragment.get("error_code")).toBe("validation_failed");
  });

  test("changed after signing", async () => {
    const request = await ask();
    const xml = idp.answer(request, "fan");
    for (const changed of [
      xml.replaceAll("fan", "president"),
      xml.replace(">fan<", ">president<!---->fan<"),
      xml.replace(/<Signature.*<\/Signature>/s, ""),
    ]) {
      expect(changed).not.toBe(xml);
      const next = await ask();
      const { fragment } = await deliver(changed, next.relayState);
      expect(fragment.get("error_code")).toBe("validation_failed");
    }
  });

  test.each(["before", "inside", "around"])(
    "with a forged assertion %s the signed one",
    async (where) => {
      const request = await ask();
      const xml = idp.answer(request, "fan");
      const [signed] = /<saml:Assertion.*<\/saml:Assertion>/s.exec(xml)!;
      const forged = signed
        .replace(/<Signature.*<\/Signature>/s, "")
        .replaceAll("fan", "president")
        .replace(/ ID="[^"]+"/, ' ID="_forged"');
      const wrapped = {
        before: xml.replace(signed, forged + signed),
        inside: xml.replace(
          signed,
          forged.replace("</saml:Assertion>", `${signed}</saml:Assertion>`),
        ),
        around: xml.replace(
          signed,
          forged.replace("<saml:Subject>", `<saml:Advice>${signed}</saml:Advice><saml:Subject>`),
        ),
      }[where]!;
      const { fragment } = await deliver(wrapped, request.relayState);
      expect(fragment.get("error_code")).toBe("validation_failed");
    },
  );

  test("delivered by another browser than the one that asked", async () => {
    const request = await ask();
    const xml = idp.answer(request, member());
    const { fragment, target } = await deliver(xml, request.relayState, newBrowser());
    expect(fragment.get("error_code")).toBe("saml_relay_state_not_found");
    expect(target.href).not.toContain("access_token");
  });

  test("replayed, also in parallel", async () => {
    const request = await ask();
    const xml = idp.answer(request, member());
    const all = await Promise.all(
      Array.from({ length: 8 }, () => deliver(xml, request.relayState)),
    );
    expect(all.filter(({ fragment }) => fragment.has("access_token"))).toHaveLength(1);
    const { fragment } = await deliver(xml, request.relayState);
    expect(fragment.get("error_code")).toBe("saml_relay_state_not_found");
  });

  test("to another user's request", async () => {
    const [mine, theirs] = [await ask(), await ask()];
    const { fragment } = await deliver(idp.answer(theirs, member()), mine.relayState);
    expect(fragment.get("error_code")).toBe("validation_failed");
  });

  test("without a request", async () => {
    const { fragment } = await deliver(
      idp.answer({ id: "_x", acs: `${SITE}/auth/v1/sso/saml/acs`, issuer: "x" }, member()),
      `${SITE}/account`,
    );
    expect(fragment.get("error_code")).toBe("saml_relay_state_not_found");
  });
});

test("no redirect leads to another site", async () => {
  const request = await ask(undefined, "https://evil.example/");
  const { target } = await deliver(idp.answer(request, member()), request.relayState);
  expect(target.origin).toBe(SITE);
});

test("any posted answer gives a result in the address, never a server error", async () => {
  const request = await ask();
  const signed = idp.answer(request, "fan");
  const hostile = fc.oneof(
    fc.string(),
    fc.constant('<!DOCTYPE a [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><a>&b;</a>'),
    fc
      .record({ at: fc.nat(signed.length), cut: fc.nat(200), text: fc.string() })
      .map(({ at, cut, text }) => signed.slice(0, at) + text + signed.slice(at + cut)),
  );
  await fc.assert(
    fc.asyncProperty(hostile, async (xml) => {
      const { relayState } = await ask();
      const { fragment } = await deliver(xml, relayState);
      expect(fragment.get("error_code")).toMatch(
        /^(validation_failed|saml_relay_state_not_found)$/,
      );
    }),
    { numRuns: 25 },
  );
});

test("the metadata names the site and its endpoint for answers", async () => {
  const answer = await fetch(`${site.url}/auth/v1/sso/saml/metadata`);
  expect(answer.headers.get("content-type")).toContain("application/samlmetadata+xml");
  const xml = await answer.text();
  expect(xml).toContain(`entityID="${SITE}/auth/v1/sso/saml/metadata"`);
  expect(xml).toContain(`Location="${SITE}/auth/v1/sso/saml/acs"`);
  const settings = await fetch(`${site.url}/auth/v1/settings`);
  expect(await settings.json()).toMatchObject({ saml_enabled: true });
});

/** A client's own storage, like a browser's. */
function memory() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}
