import { createClient, type Provider, type SupabaseClient } from "@supabase/supabase-js";
import { generateKeyPair, SignJWT } from "jose";
import { createHash, generateKeyPairSync, randomInt } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { startTestBackend, type TestBackend } from "../support/backend.ts";
import {
  CLIENT_ID,
  SECRET,
  startFakeProvider,
  type FakeProvider,
  type Person,
} from "../../src/testing/fake-provider.ts";
import { newBrowser } from "../../src/testing/browser.ts";
import {
  createMember,
  follow as followIn,
  newAddress,
  PASSWORD,
  post,
} from "../../src/testing/accounts.ts";

const NAMES = [
  "google",
  "github",
  "apple",
  "discord",
  "facebook",
  "twitter",
  "x",
  "twitch",
  "club",
];

let site: TestBackend;
let provider: FakeProvider;

beforeAll(async () => {
  provider = await startFakeProvider();
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const der = privateKey.export({ type: "pkcs8", format: "der" }).toString("base64");
  const credentials = { clientId: CLIENT_ID, secret: SECRET };
  const providers = Object.fromEntries(NAMES.map((name) => [name, credentials]));
  site = await startTestBackend({
    auth: {
      anonymous: true,
      providers: {
        ...providers,
        apple: { clientId: CLIENT_ID, secret: `TEAM:KEY:${der}` },
        club: { ...credentials, issuer: provider.issuer },
      },
    },
  });
});
afterAll(async () => {
  await site.close();
  await provider.close();
});

type Auth = SupabaseClient["auth"];

/** The browser of all members here. */
const browser = newBrowser();
const follow = (at: TestBackend, link: string) => followIn(at, link, browser);

const someone = (more: Partial<Person> = {}): Person => ({
  sub: String(randomInt(2 ** 40)),
  email: newAddress("someone"),
  verified: true,
  name: "Zoé",
  ...more,
});

/** A client that ends flows by an authorization code (PKCE), with its own storage. */
function pkceClient(): Auth {
  const items = new Map<string, string>();
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
  return createClient(site.url, site.backend.apiKeys.anon, {
    auth: { flowType: "pkce", storage, autoRefreshToken: false },
  }).auth;
}

/** The address to which a sign-in request redirects the browser. */
async function begin(auth: Auth, name: string, redirectTo?: string): Promise<string> {
  const { data } = await auth.signInWithOAuth({
    provider: name as Provider,
    options: { skipBrowserRedirect: true, ...(redirectTo && { redirectTo }) },
  });
  const answer = await browser.fetch(data.url!, { redirect: "manual" });
  expect(answer.status).toBe(302);
  return answer.headers.get("location")!;
}

/** The complete flow: to the provider, where the person agrees, and back. */
async function signIn(name: string, person: Person, auth = site.client().auth) {
  const there = await begin(auth, name);
  return follow(site, provider.agree(there, person).href);
}

async function sessionOf({ fragment }: { fragment: URLSearchParams }): Promise<Auth> {
  const { auth } = site.client();
  const { error } = await auth.setSession({
    access_token: fragment.get("access_token")!,
    refresh_token: fragment.get("refresh_token")!,
  });
  if (error) throw error;
  return auth;
}

async function memberClient(): Promise<{ auth: Auth; email: string; id: string }> {
  const { email } = await createMember(site);
  const auth = pkceClient();
  const { data } = await auth.signInWithPassword({ email, password: PASSWORD });
  return { auth, email, id: data.user!.id };
}

test.each(NAMES)("%s opens an account, and finds it again at the next sign-in", async (name) => {
  const person = someone();
  const first = await signIn(name, person);
  expect(first.status).toBe(303);
  expect(first.fragment.get("provider_token")).toBeTruthy();
  const auth = await sessionOf(first);
  const { user } = (await auth.getUser()).data;
  expect(user).toMatchObject({
    email: person.email,
    app_metadata: { provider: name, providers: [name] },
    user_metadata: { full_name: "Zoé", email_verified: true },
    identities: [{ provider: name, id: person.sub, identity_data: { sub: person.sub } }],
  });
  expect((await auth.getClaims()).data?.claims).toMatchObject({
    aal: "aal1",
    amr: [{ method: "oauth" }],
  });
  // The address may change at the provider: the identity decides.
  const again = await sessionOf(await signIn(name, { ...person, email: newAddress() }));
  expect((await again.getUser()).data.user?.id).toBe(user!.id);
});

test("a PKCE client gets a code that only it can exchange, once", async () => {
  const auth = pkceClient();
  const there = await begin(auth, "club", "http://127.0.0.1:3000/en/auth?next=%2F");
  const back = await follow(site, provider.agree(there, someone()).href);
  expect(back.target.pathname + back.target.hash).toBe("/en/auth");
  const code = back.target.searchParams.get("code")!;
  const stranger = await post(site, "/token?grant_type=pkce", {
    auth_code: code,
    code_verifier: "v".repeat(43),
  });
  expect(await stranger.json()).toMatchObject({ error_code: "bad_code_verifier" });
  const { data, error } = await auth.exchangeCodeForSession(code);
  expect(error).toBeNull();
  expect(data.session).toMatchObject({
    provider_token: expect.any(String),
    provider_refresh_token: expect.stringMatching(/^refresh-/),
  });
});

test("exactly one of 30 parallel returns with one state signs in", async () => {
  const there = await begin(site.client().auth, "club");
  const back = provider.agree(there, someone()).href;
  const answers = await Promise.all(Array.from({ length: 30 }, () => follow(site, back)));
  expect(answers.filter(({ fragment }) => fragment.has("access_token"))).toHaveLength(1);
  const codes = answers.flatMap(({ fragment }) => fragment.get("error_code") ?? []);
  expect(new Set(codes)).toEqual(new Set(["bad_oauth_state"]));
});

describe("an address that has an account", () => {
  test("is joined if the provider has verified it", async () => {
    const { email, id } = await memberClient();
    const auth = await sessionOf(await signIn("github", someone({ email: email.toUpperCase() })));
    expect((await auth.getUser()).data.user).toMatchObject({
      id,
      app_metadata: { provider: "email", providers: ["email", "github"] },
    });
  });

  test.each(["github", "discord", "google", "club"])(
    "is not joined if %s has not verified it",
    async (name) => {
      const { email, auth } = await memberClient();
      const back = await signIn(name, someone({ email, verified: false }));
      expect(back.fragment.get("error_code")).toBe("provider_email_needs_verification");
      expect(back.fragment.has("access_token")).toBe(false);
      expect((await auth.getUserIdentities()).data?.identities).toHaveLength(1);
    },
  );

  test("loses the password of an unconfirmed sign-up to a verified identity", async () => {
    const email = newAddress();
    await site.client().auth.signUp({ email, password: PASSWORD });
    await sessionOf(await signIn("google", someone({ email })));
    const { error } = await site.client().auth.signInWithPassword({ email, password: PASSWORD });
    expect(error).toMatchObject({ code: "invalid_credentials" });
  });

  test("stays one account after ten parallel first sign-ins", async () => {
    const person = someone();
    const backs = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        const name = index % 2 ? "google" : "github";
        return provider.agree(await begin(site.client().auth, name), person).href;
      }),
    );
    const answers = await Promise.all(backs.map((back) => follow(site, back)));
    const ids = answers.map(({ fragment }) => {
      const [, claims] = (fragment.get("access_token") ?? "..").split(".");
      return JSON.parse(Buffer.from(claims!, "base64url").toString()).sub;
    });
    expect(new Set(ids).size).toBe(1);
  });
});

test("opens no account without an address", async () => {
  const back = await signIn("x", { sub: "77", name: "Zoé" });
  expect(back.fragment.get("error_code")).toBe("provider_email_needs_verification");
});

test("stays closed to a banned member", async () => {
  const person = someone();
  await signIn("google", person);
  await site.backend.pool.query(
    "update auth.users set banned_until = now() + interval '1 day' where email = $1",
    [person.email],
  );
  expect((await signIn("google", person)).fragment.get("error_code")).toBe("user_banned");
});

describe("linking", () => {
  async function ask(auth: Auth, name: Provider, person: Person) {
    const { data, error } = await auth.linkIdentity({ provider: name });
    if (error) throw error;
    return follow(site, provider.agree(data.url, person).href);
  }

  /** The complete flow in one browser, which then exchanges the code. */
  async function link(auth: Auth, name: Provider, person: Person) {
    const back = await ask(auth, name, person);
    const code = back.target.searchParams.get("code");
    const error = code ? (await auth.exchangeCodeForSession(code)).error : null;
    return { ...back, error };
  }

  test("is bound to one browser: a victim led to the provider links nothing", async () => {
    const [thief, victim] = [await memberClient(), someone()];
    const back = await ask(thief.auth, "github", victim);
    const code = back.target.searchParams.get("code")!;
    const { error } = await pkceClient().exchangeCodeForSession(code);
    expect(error?.name).toBe("AuthPKCECodeVerifierMissingError");
    const providers = async () => (await thief.auth.getUser()).data.user!.app_metadata.providers;
    expect(await providers()).toEqual(["email"]);
    // Without PKCE anybody could complete the flow.
    const implicit = site.client().auth;
    await implicit.setSession((await thief.auth.getSession()).data.session!);
    expect((await implicit.linkIdentity({ provider: "github" })).error).toMatchObject({
      status: 400,
      code: "validation_failed",
    });
    expect((await thief.auth.exchangeCodeForSession(code)).error).toBeNull();
    expect(await providers()).toEqual(["email", "github"]);
  });

  test("is refused at the end if the identity was taken meanwhile", async () => {
    const [first, second, person] = [await memberClient(), await memberClient(), someone()];
    const waiting = await ask(first.auth, "github", person);
    await link(second.auth, "github", person);
    const code = waiting.target.searchParams.get("code")!;
    const { error } = await first.auth.exchangeCodeForSession(code);
    expect(error).toMatchObject({ status: 422, code: "identity_already_exists" });
  });

  test("adds an identity, also with another address; unlinking removes it", async () => {
    const { auth, email } = await memberClient();
    const person = someone();
    await link(auth, "github", person);
    const { data } = await auth.getUserIdentities();
    expect(data?.identities.map((identity) => identity.provider)).toEqual(["email", "github"]);
    const other = await sessionOf(await signIn("github", person));
    expect((await other.getUser()).data.user?.email).toBe(email);
    const github = data!.identities[1]!;
    expect((await auth.unlinkIdentity(github)).error).toBeNull();
    expect((await auth.getUser()).data.user?.app_metadata.providers).toEqual(["email"]);
    const only = (await auth.getUserIdentities()).data!.identities[0]!;
    expect((await auth.unlinkIdentity(only)).error).toMatchObject({
      status: 422,
      code: "single_identity_not_deletable",
    });
  });

  test("refuses an identity of another account", async () => {
    const { auth } = await memberClient();
    const person = someone();
    await link(auth, "github", person);
    expect((await link(auth, "github", person)).fragment.get("error_code")).toBe(
      "identity_already_exists",
    );
    const stranger = await memberClient();
    expect((await link(stranger.auth, "github", person)).fragment.get("error_description")).toBe(
      "Identity is already linked to another user",
    );
  });

  test("refuses to unlink an unknown or foreign identity", async () => {
    const [{ auth }, stranger] = [await memberClient(), await memberClient()];
    await link(auth, "github", someone());
    const theirs = (await stranger.auth.getUserIdentities()).data!.identities[0]!;
    expect((await auth.unlinkIdentity(theirs)).error).toMatchObject({
      status: 422,
      code: "identity_not_found",
    });
    const odd = await auth.unlinkIdentity({ ...theirs, identity_id: "x" });
    expect(odd.error?.status).toBe(404);
  });

  test("turns an anonymous account into a full one", async () => {
    const auth = pkceClient();
    const { data } = await auth.signInAnonymously();
    const person = someone();
    await link(auth, "google", person);
    expect((await auth.getUser()).data.user).toMatchObject({
      id: data.user!.id,
      email: person.email,
      is_anonymous: false,
    });
    const taken = pkceClient();
    await taken.signInAnonymously();
    const back = await link(taken, "google", someone({ email: person.email! }));
    expect(back.error).toMatchObject({ code: "email_exists" });
  });

  test("moves the account's address on when its identity is removed", async () => {
    const { auth } = await memberClient();
    const person = someone();
    await link(auth, "github", person);
    const [own] = (await auth.getUserIdentities()).data!.identities;
    expect((await auth.unlinkIdentity(own!)).error).toBeNull();
    expect((await auth.getUser()).data.user?.email).toBe(person.email);
  });
});

describe("the callback", () => {
  test.each([
    ["without a state", "", "bad_oauth_callback"],
    ["with a made-up state", "?state=x&code=y", "bad_oauth_state"],
  ])("redirects to the site with the error: %s", async (_, query, code) => {
    const back = await follow(site, `${site.url}/auth/v1/callback${query}`);
    expect(back.target.origin).toBe("http://127.0.0.1:3000");
    expect(back.fragment.get("error_code")).toBe(code);
  });

  test("reports the provider's refusal", async () => {
    const there = await begin(site.client().auth, "google");
    const state = new URL(there).searchParams.get("state")!;
    const query = new URLSearchParams({ state, error: "access_denied", error_description: "No" });
    const back = await follow(site, `${site.url}/auth/v1/callback?${query}`);
    expect(back.fragment.get("error")).toBe("access_denied");
    expect(back.fragment.get("error_description")).toBe("No");
  });

  test("is refused after too long", async () => {
    const there = await begin(site.client().auth, "google");
    await site.backend.pool.query(
      "update auth.flow_state set created_at = now() - interval '11 minutes'",
    );
    const back = await follow(site, provider.agree(there, someone()).href);
    expect(back.fragment.get("error_code")).toBe("bad_oauth_state");
  });

  test("is refused with the code of another sign-in", async () => {
    const [mine, theirs] = [
      provider.agree(await begin(site.client().auth, "club"), someone()),
      provider.agree(await begin(site.client().auth, "club"), someone()),
    ];
    mine.searchParams.set("code", theirs.searchParams.get("code")!);
    const back = await follow(site, mine.href);
    expect(back.fragment.get("error_code")).toBe("unexpected_failure");
  });

  test("signs in only the browser that began: a stranger's last step signs nobody in", async () => {
    const there = await begin(site.client().auth, "club");
    const last = provider.agree(there, someone()).href;
    const victims = [newBrowser(), newBrowser()];
    // One of them has begun a sign-in of its own.
    await victims[1]!.fetch(`${site.url}/auth/v1/authorize?provider=club`, { redirect: "manual" });
    for (const victim of victims) {
      const back = await followIn(site, last, victim);
      expect(back.fragment.get("error_code")).toBe("bad_oauth_state");
      expect(back.target.href).not.toContain("access_token");
    }
  });

  test("gets a cookie that no script and no other request than the services' sees", async () => {
    const start = (query: string) =>
      fetch(`${site.url}/auth/v1/authorize?provider=club${query}`, { redirect: "manual" });
    const [cookie] = (await start("")).headers.getSetCookie();
    expect(cookie).toMatch(/^auth-flow=[\w-]{43}; Max-Age=600; Path=\/auth\/v1; HttpOnly$/);
    const pkce = `&code_challenge=${"c".repeat(43)}&code_challenge_method=s256`;
    expect((await start(pkce)).headers.getSetCookie()).toEqual([]);
  });

  test("accepts Apple's form", async () => {
    const there = await begin(site.client().auth, "apple");
    expect(new URL(there).searchParams.get("response_mode")).toBe("form_post");
    const { searchParams } = provider.agree(there, someone());
    const answer = await browser.fetch(`${site.url}/auth/v1/callback`, {
      method: "POST",
      body: searchParams,
      redirect: "manual",
    });
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toContain("#access_token=");
  });

  test("never redirects off the site", async () => {
    const there = await begin(site.client().auth, "club", "https://evil.example/");
    const back = await follow(site, provider.agree(there, someone()).href);
    expect(back.target.origin).toBe("http://127.0.0.1:3000");
  });
});

describe("an ID token", () => {
  const hash = (nonce: string) => createHash("sha256").update(nonce).digest("hex");
  const GOOGLE = "https://accounts.google.com";

  test("signs in with the nonce of the request", async () => {
    const { sub, email } = someone();
    const claims = { sub, email, email_verified: true, nonce: hash("mine") };
    const token = await provider.idToken(claims, GOOGLE);
    const { auth } = site.client();
    const signIn = (nonce?: string) =>
      auth.signInWithIdToken({ provider: "google", token, ...(nonce && { nonce }) });
    expect((await signIn()).error).toMatchObject({ status: 400 });
    expect((await signIn("theirs")).error).toMatchObject({ status: 400 });
    expect((await signIn("mine")).data.user).toMatchObject({ email, identities: [{ id: sub }] });
    expect((await signIn("mine")).error).toMatchObject({ status: 400, code: "validation_failed" });
  });

  test("links an identity when signed in", async () => {
    const { auth, id } = await memberClient();
    const { sub, email } = someone();
    const token = await provider.idToken({ sub, email, email_verified: true }, GOOGLE);
    const { data } = await auth.linkIdentity({ provider: "google", token });
    expect(data.user).toMatchObject({ id, app_metadata: { providers: ["email", "google"] } });
  });

  test.each([
    ["of another issuer", async (claims: object) => provider.idToken({ ...claims })],
    [
      "signed by another key",
      async (claims: object) => {
        const { privateKey } = await generateKeyPair("RS256");
        return new SignJWT({ ...claims })
          .setProtectedHeader({ alg: "RS256", kid: "fake" })
          .setIssuer(GOOGLE)
          .setAudience(CLIENT_ID)
          .setIssuedAt()
          .setExpirationTime("5m")
          .sign(privateKey);
      },
    ],
    [
      "without signature",
      async (claims: object) => {
        const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
        const exp = Date.now() / 1000 + 60;
        const payload = { ...claims, iss: GOOGLE, aud: CLIENT_ID, iat: exp - 60, exp };
        return `${encode({ alg: "none" })}.${encode(payload)}.`;
      },
    ],
    ["that is none", async () => "abc"],
  ])("%s is refused", async (_, make) => {
    const { sub, email } = someone();
    const token = await make({ sub, email, email_verified: true });
    const { error } = await site.client().auth.signInWithIdToken({ provider: "google", token });
    expect(error).toMatchObject({ status: 400, code: "validation_failed" });
  });

  test("is refused from a provider that issues none", async () => {
    const { error } = await site
      .client()
      .auth.signInWithIdToken({ provider: "github", token: "abc" });
    expect(error).toMatchObject({ status: 400, code: "provider_disabled" });
  });
});

test("a client can't override the service's parameters in the provider's address", async () => {
  const query = new URLSearchParams({
    provider: "google",
    redirect_uri: "https://evil.example/",
    state: "mine",
    nonce: "mine",
    response_type: "token",
    prompt: "select_account",
    scopes: "calendar",
  });
  const answer = await fetch(`${site.url}/auth/v1/authorize?${query}`, { redirect: "manual" });
  const parameters = new URL(answer.headers.get("location")!).searchParams;
  expect(parameters.get("redirect_uri")).toBe("http://127.0.0.1:3000/auth/v1/callback");
  expect(parameters.get("response_type")).toBe("code");
  expect([parameters.get("state"), parameters.get("nonce")]).not.toContain("mine");
  expect(parameters.get("prompt")).toBe("select_account");
  expect(parameters.get("scope")).toBe("openid email profile calendar");
});

test("a provider without settings is refused, and listed as disabled", async () => {
  const answer = await fetch(`${site.url}/auth/v1/authorize?provider=gitlab`, {
    redirect: "manual",
  });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({
    error_code: "validation_failed",
    msg: "Unsupported provider: provider is not enabled",
  });
  const { external } = await (await fetch(`${site.url}/auth/v1/settings`)).json();
  expect(external).toMatchObject({ google: true, club: true, gitlab: false });
});

test("stored values can't redeem a state or a code", async () => {
  const there = await begin(pkceClient(), "club");
  const back = await follow(site, provider.agree(there, someone()).href);
  const pending = await begin(site.client().auth, "club");
  const { rows } = await site.backend.pool.query(
    "select row_to_json(f)::text as row from auth.flow_state f",
  );
  const stored = rows.map(({ row }) => row).join("\n");
  expect(stored).not.toContain(back.target.searchParams.get("code"));
  expect(stored).not.toContain(new URL(pending).searchParams.get("state"));
});
