import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { startTestBackend, type TestBackend } from "../support/backend.ts";
import {
  createMember,
  follow,
  lastMailTo,
  mailsTo,
  newAddress,
  PASSWORD,
} from "../../src/testing/accounts.ts";

let site: TestBackend;
beforeAll(async () => void (site = await startTestBackend()));
afterAll(() => site.close());

async function signedIn(): Promise<{ auth: SupabaseClient["auth"]; email: string; id: string }> {
  const { email } = await createMember(site);
  const { auth } = site.client();
  const { data } = await auth.signInWithPassword({ email, password: PASSWORD });
  return { auth, email, id: data.user!.id };
}

test("a member reads and changes their data; null removes a key", async () => {
  const { auth, email } = await signedIn();
  expect((await auth.getUser()).data.user).toMatchObject({ email, role: "authenticated" });
  await auth.updateUser({ data: { display_name: "Zoé", lucky: 10 } });
  const { data } = await auth.updateUser({ data: { lucky: null, lang: "pt" } });
  expect(data.user?.user_metadata).toMatchObject({ display_name: "Zoé", lang: "pt" });
  expect(data.user?.user_metadata).not.toHaveProperty("lucky");
});

test("a member can't change privileged fields", async () => {
  const { auth } = await signedIn();
  const token = (await auth.getSession()).data.session!.access_token;
  const answer = await fetch(`${site.url}/auth/v1/user`, {
    method: "PUT",
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ app_metadata: { role: "admin" }, role: "service_role" }),
  });
  expect(answer.status).toBe(403);
  expect(await answer.json()).toMatchObject({ error_code: "not_admin" });
});

test("a request without a session is refused", async () => {
  const { error } = await site.client().auth.getUser();
  expect(error?.name).toBe("AuthSessionMissingError");
  const answer = await fetch(`${site.url}/auth/v1/user`);
  expect(answer.status).toBe(401);
  expect(await answer.json()).toMatchObject({ code: 401, error_code: "no_authorization" });
});

describe("password", () => {
  test("changes and ends the other sessions", async () => {
    const { auth, email } = await signedIn();
    const other = site.client().auth;
    await other.signInWithPassword({ email, password: PASSWORD });
    expect((await auth.updateUser({ password: "tout-neuf" })).error).toBeNull();
    expect((await auth.getUser()).error).toBeNull();
    expect((await other.getUser()).error?.name).toBe("AuthSessionMissingError");
    expect((await auth.signInWithPassword({ email, password: "tout-neuf" })).error).toBeNull();
  });

  test("must be new and strong", async () => {
    const { auth } = await signedIn();
    expect((await auth.updateUser({ password: PASSWORD })).error).toMatchObject({
      status: 422,
      code: "same_password",
    });
    expect((await auth.updateUser({ password: "short" })).error).toMatchObject({
      status: 422,
      code: "weak_password",
    });
  });

  test("needs a code by mail in an old session", async () => {
    const { auth, email, id } = await signedIn();
    await site.backend.pool.query(
      "update auth.sessions set created_at = now() - interval '25 hours' where user_id = $1",
      [id],
    );
    const without = await auth.updateUser({ password: "tout-neuf" });
    expect(without.error).toMatchObject({ status: 400, code: "reauthentication_needed" });
    const wrong = await auth.updateUser({ password: "tout-neuf", nonce: "abcdef" });
    expect(wrong.error).toMatchObject({ status: 422, code: "reauthentication_not_valid" });
    expect((await auth.reauthenticate()).error).toBeNull();
    const { kind, code, link } = await lastMailTo(site, email);
    expect({ kind, link }).toEqual({ kind: "reauthentication", link: "" });
    expect((await auth.updateUser({ password: "tout-neuf", nonce: code })).error).toBeNull();
    const again = await auth.updateUser({ password: "encore-neuf", nonce: code });
    expect(again.error).toMatchObject({ code: "reauthentication_not_valid" });
  });
});

describe("address", () => {
  test.each([
    ["the new mailbox first", [0, 1]],
    ["the old mailbox first", [1, 0]],
  ])("changes when both mailboxes have confirmed, %s", async (_, order) => {
    const { auth, email } = await signedIn();
    const newEmail = newAddress("new");
    const { data } = await auth.updateUser({ email: newEmail });
    expect(data.user).toMatchObject({ email, new_email: newEmail });
    const mails = [await lastMailTo(site, newEmail), await lastMailTo(site, email)];
    expect(mails.map((mail) => mail.kind)).toEqual(["email-change-new", "email-change-current"]);
    expect(mails[1]!.text).toContain(newEmail);

    const half = await follow(site, mails[order[0]!]!.link);
    expect(half.fragment.get("message")).toMatch(/^Confirmation link accepted/);
    expect((await auth.getUser()).data.user?.email).toBe(email);
    const done = await follow(site, mails[order[1]!]!.link);
    expect(done.fragment.has("access_token")).toBe(true);
    const user = (await auth.getUser()).data.user;
    expect(user).toMatchObject({
      email: newEmail,
      user_metadata: { email: newEmail },
      identities: [{ identity_data: { email: newEmail, email_verified: true } }],
    });
    expect(user).not.toHaveProperty("new_email");
    expect(
      (await auth.signInWithPassword({ email: newEmail, password: PASSWORD })).error,
    ).toBeNull();
  });

  test("can't confirm for both with one mailbox", async () => {
    const { auth, email } = await signedIn();
    const newEmail = newAddress("new");
    await auth.updateUser({ email: newEmail });
    const { link } = await lastMailTo(site, newEmail);
    await follow(site, link);
    expect((await follow(site, link)).fragment.get("error_code")).toBe("otp_expired");
    expect((await auth.getUser()).data.user?.email).toBe(email);
  });

  test("completes the change when both are confirmed in parallel", async () => {
    const { auth, email } = await signedIn();
    const newEmail = newAddress("new");
    await auth.updateUser({ email: newEmail });
    const links = [(await lastMailTo(site, newEmail)).link, (await lastMailTo(site, email)).link];
    const answers = await Promise.all(links.map((link) => follow(site, link)));
    expect(answers.filter(({ fragment }) => fragment.has("access_token"))).toHaveLength(1);
    expect((await auth.getUser()).data.user?.email).toBe(newEmail);
  });

  test("changes by codes instead of links", async () => {
    const { auth, email } = await signedIn();
    const newEmail = newAddress("new");
    await auth.updateUser({ email: newEmail });
    for (const mailbox of [email, newEmail]) {
      const { code } = await lastMailTo(site, mailbox);
      const { error } = await auth.verifyOtp({ email: mailbox, token: code, type: "email_change" });
      expect(error).toBeNull();
    }
    expect((await auth.getUser()).data.user?.email).toBe(newEmail);
  });

  test("invalidates the older change's links by a newer change", async () => {
    const { auth, email } = await signedIn();
    const [first, second] = [newAddress("first"), newAddress("second")];
    await auth.updateUser({ email: first });
    const old = await lastMailTo(site, first);
    await auth.updateUser({ email: second });
    expect((await follow(site, old.link)).fragment.get("error_code")).toBe("otp_expired");
    await follow(site, (await lastMailTo(site, email)).link);
    await follow(site, (await lastMailTo(site, second)).link);
    expect((await auth.getUser()).data.user?.email).toBe(second);
  });

  test("of somebody else gets the same answer, and is never taken", async () => {
    const { email: taken } = await createMember(site);
    const { auth, email } = await signedIn();
    const { data, error } = await auth.updateUser({ email: taken });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email, new_email: taken });
    expect((await lastMailTo(site, taken)).kind).toBe("account-exists");
    await follow(site, (await lastMailTo(site, email)).link);
    expect((await auth.getUser()).data.user?.email).toBe(email);
  });

  test("is refused at the end if a sign-up took it meanwhile", async () => {
    const { auth, email } = await signedIn();
    const newEmail = newAddress("new");
    await auth.updateUser({ email: newEmail });
    const [toNew] = await mailsTo(site, newEmail);
    await site.client().auth.signUp({ email: newEmail, password: PASSWORD });
    await follow(site, (await lastMailTo(site, email)).link);
    const { fragment } = await follow(site, toNew!.link);
    expect(fragment.get("error_code")).toBe("email_exists");
    expect((await auth.getUser()).data.user?.email).toBe(email);
  });

  test("mails can be sent again", async () => {
    const { auth, email } = await signedIn();
    const newEmail = newAddress("new");
    await auth.updateUser({ email: newEmail });
    expect((await auth.resend({ type: "email_change", email })).error).toBeNull();
    expect(await mailsTo(site, newEmail)).toHaveLength(2);
    await follow(site, (await lastMailTo(site, newEmail)).link);
    await follow(site, (await lastMailTo(site, email)).link);
    expect((await auth.getUser()).data.user?.email).toBe(newEmail);
  });
});
