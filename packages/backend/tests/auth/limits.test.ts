import type { Session } from "@supabase/supabase-js";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { LIMITS, type LimitName } from "../../src/auth/policy.ts";
import { createRateLimiter, rateKey } from "../../src/database/rate-limiter.ts";
import { HEADERS } from "../../src/http/headers.ts";
import {
  createMember,
  lastMailTo,
  mailsTo,
  newAddress,
  PASSWORD,
  post,
} from "../../src/testing/accounts.ts";
import { startTestBackend, type TestBackend } from "../support/backend.ts";

let site: TestBackend;
beforeAll(async () => void (site = await startTestBackend()));
afterAll(() => site.close());

let addresses = 0;

/** A caller from an address of its own. */
function newCaller() {
  const address = `10.0.${Math.floor(++addresses / 250)}.${addresses % 250}`;
  const headers = { [HEADERS.clientAddress]: address };
  return {
    address,
    post: (path: string, body: object, more: Record<string, string> = {}) =>
      post(site, path, body, { ...headers, ...more }),
    signIn: (email: string, password: string) =>
      post(site, "/token?grant_type=password", { email, password }, headers),
  };
}

type Caller = ReturnType<typeof newCaller>;

const sessionOf = (answer: Response) => answer.json() as Promise<Session>;

const bearer = (session: Session) => ({ authorization: `Bearer ${session.access_token}` });

/** Counts `points` uses at once. */
const spend = (limit: LimitName, key: string, points: number) =>
  createRateLimiter(site.backend.pool, `auth.${limit}`, LIMITS[limit]).penalty(
    rateKey(key),
    points,
  );

/** Lets the windows of these limits end. */
const wait = (...limits: LimitName[]) =>
  site.backend.pool.query(
    "delete from backend.rate_limits where split_part(key, ':', 1) = any($1)",
    [limits.map((limit) => `auth.${limit}`)],
  );

test("mails to strangers from one address have a limit per hour", async () => {
  const caller = newCaller();
  await spend("mailRequest", caller.address, 99);
  const signUp = (from: Caller) =>
    from.post("/signup", { email: newAddress(), password: PASSWORD });
  expect((await signUp(caller)).status).toBe(200);
  const refused = await signUp(caller);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(300);
  expect((await signUp(newCaller())).status).toBe(200);
});

describe("mails to one mailbox", () => {
  test("have one limit for all kinds together", async () => {
    const email = newAddress();
    const caller = newCaller();
    for (let round = 0; round < 4; round++) {
      expect((await caller.post("/recover", { email })).status).toBe(200);
      expect((await caller.post("/resend", { type: "signup", email })).status).toBe(200);
    }
    const refused = await caller.post("/otp", { email });
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ error_code: "over_email_send_rate_limit" });
    expect(await mailsTo(site, email)).toEqual([]);
  });

  test("have a limit per day, of which one address can't use up all", async () => {
    const email = newAddress();
    const ask = async (caller: ReturnType<typeof newCaller>) => {
      await wait("mailbox", "mailboxAll");
      return (await caller.post("/recover", { email })).status;
    };
    const [stranger, owner] = [newCaller(), newCaller()];
    for (let mail = 0; mail < 12; mail++) expect(await ask(stranger)).toBe(200);
    expect(await ask(stranger)).toBe(429);
    for (let mail = 0; mail < 8; mail++) expect(await ask(owner)).toBe(200);
    expect(await ask(owner)).toBe(429);
    expect(await ask(newCaller())).toBe(429);
  });

  test("count also where a stranger's account wants the address", async () => {
    const victim = newAddress("victim");
    const members = [await createMember(site), await createMember(site)];
    for (const { session } of members) {
      const answer = await fetch(`${site.url}/auth/v1/user`, {
        method: "PUT",
        headers: { authorization: `Bearer ${session.access_token}` },
        body: JSON.stringify({ email: victim }),
      });
      expect(answer.status).toBe(200);
    }
    for (let round = 0; round < 4; round++) {
      for (const { email } of members) {
        const answer = await post(site, "/resend", { type: "email_change", email });
        // The same answer, whether a mail is sent or not.
        expect(answer.status).toBe(200);
      }
    }
    expect(await mailsTo(site, victim)).toHaveLength(5);
  });
});

describe("wrong codes of a second factor", () => {
  /** A member with an authenticator app, signed in on a device that has shown it. */
  async function createCareful() {
    const { email } = await createMember(site);
    const device = newCaller();
    const session = await sessionOf(await device.signIn(email, PASSWORD));
    const as = bearer(session);
    const made = await device.post("/factors", { factor_type: "totp" }, as);
    const { id, totp } = (await made.json()) as { id: string; totp: { secret: string } };
    const app = new TOTP({ secret: Secret.fromBase32(totp.secret) });
    const show = async (from: Caller, token: Session, code: string) => {
      const opened = await from.post(`/factors/${id}/challenge`, {}, bearer(token));
      const { id: challenge_id } = (await opened.json()) as { id: string };
      // As if the code before were long ago.
      await site.backend.pool.query("update auth.mfa_factors set last_counter = null");
      return from.post(`/factors/${id}/verify`, { challenge_id, code }, bearer(token));
    };
    expect((await show(device, session, app.generate())).status).toBe(200);
    const open = async (from: Caller) => sessionOf(await from.signIn(email, PASSWORD));
    return { userId: session.user.id, device, show, open, right: () => app.generate() };
  }

  const wrong = "000000";

  test("of who has the password slow down their address, and not the owner's", async () => {
    const { userId, show, open, right } = await createCareful();
    const [stranger, owner] = [newCaller(), newCaller()];
    const stolen = await open(stranger);
    await spend(
      "factorFailures",
      `${userId} ${stranger.address}`,
      LIMITS.factorFailures.points - 1,
    );
    expect((await show(stranger, stolen, wrong)).status).toBe(422);
    expect((await show(stranger, stolen, right())).status).toBe(429);
    const own = await open(owner);
    expect((await show(owner, own, right())).status).toBe(200);
    // Alone it never reaches the limit from everywhere.
    expect(LIMITS.factorFailures.points).toBeLessThan(LIMITS.accountFactorFailure.points);
  });

  test("from everywhere keep strangers out, and devices in that have shown the factor", async () => {
    const { userId, device, show, open, right } = await createCareful();
    const stranger = newCaller();
    const [stolen, own] = [await open(stranger), await open(device)];
    await spend("accountFactorFailure", userId, LIMITS.accountFactorFailure.points);
    expect((await show(stranger, stolen, right())).status).toBe(429);
    expect((await show(device, own, wrong)).status).toBe(422);
    expect((await show(device, own, right())).status).toBe(200);
  });
});

describe("wrong passwords", () => {
  test("slow down the address they come from for a day, and no other", async () => {
    const { email } = await createMember(site);
    const [stranger, owner] = [newCaller(), newCaller()];
    const { points } = LIMITS.signInFailures;
    await spend("signInFailures", `${email} ${stranger.address}`, points - 1);
    expect((await stranger.signIn(email, "not-this-one")).status).toBe(400);
    expect((await stranger.signIn(email, PASSWORD)).status).toBe(429);
    expect((await owner.signIn(email, PASSWORD)).status).toBe(200);
    // Alone it never reaches the limit from everywhere.
    expect(points).toBeLessThan(LIMITS.accountFailure.points);
  });

  test("from everywhere keep strangers out, and the owner's known devices in; the owner is warned", async () => {
    const { email } = await createMember(site);
    const [device, stranger] = [newCaller(), newCaller()];
    expect((await device.signIn(email, PASSWORD)).status).toBe(200);
    await spend("accountFailure", email, LIMITS.accountFailure.points);
    for (let time = 0; time < 3; time++) {
      expect((await stranger.signIn(email, PASSWORD)).status).toBe(429);
    }
    expect((await device.signIn(email, "not-this-one")).status).toBe(400);
    expect((await device.signIn(email, PASSWORD)).status).toBe(200);
    const warnings = async () =>
      (await mailsTo(site, email)).filter(({ kind }) => kind === "sign-in-attempts");
    await expect.poll(warnings).toHaveLength(1);
    expect((await stranger.signIn(email, PASSWORD)).status).toBe(429);
    expect(await warnings()).toHaveLength(1);
  });

  test("for an address without an account get the same answers, and no mail", async () => {
    const email = newAddress();
    await spend("accountFailure", email, LIMITS.accountFailure.points);
    expect((await newCaller().signIn(email, PASSWORD)).status).toBe(429);
    expect(await mailsTo(site, email)).toEqual([]);
  });
});

describe("wrong codes", () => {
  const guess = (caller: ReturnType<typeof newCaller>, email: string, token: string) =>
    caller.post("/verify", { type: "email", email, token });

  test("of one address don't keep the owner of the mailbox from entering theirs", async () => {
    const { email } = await createMember(site);
    const [stranger, owner] = [newCaller(), newCaller()];
    for (let time = 0; time < 24; time++) await guess(stranger, email, "wrong!");
    await wait("codeFailure");
    expect((await guess(stranger, email, "wrong!")).status).toBe(403);
    expect((await guess(stranger, email, "wrong!")).status).toBe(429);
    await owner.post("/otp", { email });
    const { code } = await lastMailTo(site, email);
    expect((await guess(owner, email, code)).status).toBe(200);
  });

  test("are limited per mailbox and day, wherever they come from", async () => {
    const email = newAddress();
    const answers = [];
    for (let time = 0; time < 41; time++) {
      await wait("codeFailure");
      answers.push((await guess(newCaller(), email, "wrong!")).status);
    }
    expect(answers.slice(0, 40).every((status) => status === 403)).toBe(true);
    expect(answers[40]).toBe(429);
  });

  test("are limited per address over days, whatever the mailbox", async () => {
    const caller = newCaller();
    await spend("codeGuesses", caller.address, LIMITS.codeGuesses.points - 1);
    expect((await guess(caller, newAddress(), "wrong!")).status).toBe(403);
    expect((await guess(caller, newAddress(), "wrong!")).status).toBe(429);
    expect((await guess(newCaller(), newAddress(), "wrong!")).status).toBe(403);
  });
});
