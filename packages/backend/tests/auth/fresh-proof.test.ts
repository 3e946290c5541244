import { createClient } from "@supabase/supabase-js";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

import {
  createMember,
  lastMailTo,
  mailsTo,
  newAddress,
  PASSWORD,
} from "../../src/testing/accounts.ts";
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

/** Makes a member's sessions older than a day. */
const age = ({ backend }: TestBackend, userId: string) =>
  backend.pool.query(
    "update auth.sessions set created_at = now() - interval '25 hours' where user_id = $1",
    [userId],
  );

/** The code of the newest SMS to a number. */
async function lastCodeTo(phone: string): Promise<string> {
  const outbox = join(site.dataDir, "outbox");
  const names = (await readdir(outbox)).filter((name) => name.endsWith(".txt")).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(outbox, name), "utf8")));
  const text = texts.findLast((one) => one.includes(phone)) ?? "";
  return /\b\d{6}\b/.exec(text)![0];
}

/** A member whose session is older than a day. */
async function memberOfYesterday(): Promise<{ auth: Auth; email: string; id: string }> {
  const { email } = await createMember(site);
  const auth = newClient();
  const { data } = await auth.signInWithPassword({ email, password: PASSWORD });
  const { id } = data.user!;
  await age(site, id);
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
  await age(site, id);
  await auth.reauthenticate();
  await auth.updateUser({ nonce: (await lastMailTo(site, email)).code });
  const refused = await thief.mfa.enroll({ factorType: "totp" });
  expect(refused.error).toMatchObject({ status: 400, code: "reauthentication_needed" });
});

describe("an address that its new owner alone confirms", () => {
  test("is added to an account by number in an old session only with a code by SMS", async () => {
    const phone = `3360001${String(++numbers).padStart(4, "0")}`;
    const auth = newClient();
    await auth.signInWithOtp({ phone });
    const { data } = await auth.verifyOtp({ phone, type: "sms", token: await lastCodeTo(phone) });
    await age(site, data.user!.id);
    const email = newAddress("thief");
    expect((await auth.updateUser({ email })).error?.code).toBe("reauthentication_needed");
    expect(await mailsTo(site, email)).toEqual([]);

    await auth.reauthenticate();
    const nonce = await lastCodeTo(phone);
    expect((await auth.updateUser({ email, nonce })).error).toBeNull();
    expect(await mailsTo(site, email)).toHaveLength(1);
  });

  test("replaces none in an old session without a code, where nothing is confirmed", async () => {
    const open = await startTestBackend({ autoconfirm: true });
    onTestFinished(() => open.close());
    const { auth } = open.client();
    const email = newAddress();
    const { data } = await auth.signUp({ email, password: PASSWORD });
    await age(open, data.user!.id);
    const refused = await auth.updateUser({ email: newAddress("thief") });
    expect(refused.error?.code).toBe("reauthentication_needed");
    expect((await auth.getUser()).data.user?.email).toBe(email);
  });
});
