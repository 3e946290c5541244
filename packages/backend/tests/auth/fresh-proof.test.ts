import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { createMember, lastMailTo, PASSWORD } from "../../src/testing/accounts.ts";
import { startTestBackend, type TestBackend } from "../support/backend.ts";

let site: TestBackend;
beforeAll(async () => {
  const providers = { github: { clientId: "id", secret: "secret" } };
  site = await startTestBackend({
    siteUrl: "http://localhost:3000",
    auth: { phone: {}, providers },
  });
});
afterAll(() => site.close());

type Auth = ReturnType<typeof newClient>;

function newClient() {
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

/** A member whose session is older than a day. */
async function memberOfYesterday(): Promise<{ auth: Auth; email: string; id: string }> {
  const { email } = await createMember(site);
  const auth = newClient();
  const { data } = await auth.signInWithPassword({ email, password: PASSWORD });
  const { id } = data.user!;
  await site.backend.pool.query(
    "update auth.sessions set created_at = now() - interval '25 hours' where user_id = $1",
    [id],
  );
  return { auth, email, id };
}

async function call(auth: Auth, path: string): Promise<string | undefined> {
  const { data } = await auth.getSession();
  const answer = await fetch(`${site.url}/auth/v1${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${data.session!.access_token}` },
    body: "{}",
  });
  return answer.headers.get("x-sb-error-code") ?? undefined;
}

let numbers = 0;

/** Changes that let somebody else into the account; each returns the code of its error. */
const CHANGES: [string, (auth: Auth) => Promise<string | undefined>][] = [
  ["a passkey", (auth) => call(auth, "/passkeys/registration/options")],
  [
    "a factor",
    async (auth) =>
      (await auth.mfa.enroll({ factorType: "totp", friendlyName: "app" })).error?.code,
  ],
  [
    "a phone number",
    async (auth) =>
      (await auth.updateUser({ phone: `3360000${String(++numbers).padStart(4, "0")}` })).error
        ?.code,
  ],
  ["an identity", async (auth) => (await auth.linkIdentity({ provider: "github" })).error?.code],
];

describe.each(CHANGES)("adding %s", (_, change) => {
  test("in an old session needs a code by mail, as a new password does", async () => {
    const { auth, email, id } = await memberOfYesterday();
    expect(await change(auth)).toBe("reauthentication_needed");
    await auth.reauthenticate();
    const wrong = await auth.updateUser({ nonce: "abcdef" });
    expect(wrong.error).toMatchObject({ status: 422, code: "reauthentication_not_valid" });
    expect(await change(auth)).toBe("reauthentication_needed");

    const { code } = await lastMailTo(site, email);
    expect((await auth.updateUser({ nonce: code })).error).toBeNull();
    expect(await change(auth)).toBeUndefined();
    await site.backend.pool.query(
      "update auth.sessions set proven_at = now() - interval '16 minutes' where user_id = $1",
      [id],
    );
    expect((await auth.updateUser({ nonce: code })).error?.code).toBe("reauthentication_not_valid");
    const again = await auth.mfa.enroll({ factorType: "totp", friendlyName: "other" });
    expect(again.error?.code).toBe("reauthentication_needed");
  });

  test("in a new session needs none", async () => {
    const { email } = await createMember(site);
    const auth = newClient();
    await auth.signInWithPassword({ email, password: PASSWORD });
    expect(await change(auth)).toBeUndefined();
  });
});

test("a code proves one session, not another one of the same member", async () => {
  const { auth, email, id } = await memberOfYesterday();
  const thief = newClient();
  await thief.signInWithPassword({ email, password: PASSWORD });
  await site.backend.pool.query(
    "update auth.sessions set created_at = now() - interval '25 hours' where user_id = $1",
    [id],
  );
  await auth.reauthenticate();
  await auth.updateUser({ nonce: (await lastMailTo(site, email)).code });
  const refused = await thief.mfa.enroll({ factorType: "totp" });
  expect(refused.error).toMatchObject({ status: 400, code: "reauthentication_needed" });
});
