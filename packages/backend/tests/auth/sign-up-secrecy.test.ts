import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { startHousekeeping } from "../../src/auth/housekeeping.ts";
import { STEP_MS } from "../../src/auth/routes/equal-time.ts";
import { silentLogger } from "../../src/logger.ts";
import {
  createMember,
  follow,
  lastMailTo,
  mailsTo,
  newAddress,
  PASSWORD,
  post,
} from "../../src/testing/accounts.ts";
import { startTestBackend, type TestBackend } from "../support/backend.ts";

const STRANGERS = "a-stranger-was-here";

let site: TestBackend;
beforeAll(async () => void (site = await startTestBackend({ auth: { phone: {} } })));
afterAll(() => site.close());

/** The answer as text, with ids, times and addresses masked: what is left must not differ. */
async function masked(answer: Response, address: string): Promise<string> {
  const text = await answer.text();
  return `${answer.status} ${text}`
    .replaceAll(address, "ADDRESS")
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "ID")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME");
}

async function sweep(): Promise<void> {
  const { pool } = site.backend;
  await pool.query("delete from backend.jobs");
  const settings = { dataDir: site.dataDir };
  const housekeeping = startHousekeeping({ pool, log: silentLogger, settings });
  await housekeeping.run();
  await housekeeping.close();
}

const age = (address: string, interval: string) =>
  site.backend.pool.query(
    "update backend.sign_ups set created_at = created_at - $2::interval where address = $1",
    [address, interval],
  );

const accountsOf = async (email: string) =>
  (await site.backend.pool.query("select id from auth.users where email = $1", [email])).rowCount;

describe("a stranger can't tell a new address from one that has an account", () => {
  const data = { lang: "en", username: "zoe_76", a: 1, "10": "ten", club: { z: 1, b: 2 } };

  test.each([
    ["/recover", {}],
    ["/otp", { create_user: false }],
    ["/magiclink", { create_user: false }],
    ["/resend", { type: "signup" }],
  ])("by the time of %s, which is one of a few", async (path, body) => {
    const { email: known } = await createMember(site);
    for (const email of [known, newAddress()]) {
      const started = performance.now();
      expect((await post(site, path, { ...body, email })).status).toBe(200);
      // Work for an account takes longer than looking for one, but less than a step.
      expect(performance.now() - started).toBeGreaterThan(STEP_MS - 2);
    }
  });

  test("by the text of the answer to a sign-up, whose keys have one order", async () => {
    const [fresh, waiting] = [newAddress(), newAddress()];
    const { email: known } = await createMember(site);
    await post(site, "/signup", { email: waiting, password: PASSWORD });
    const texts = [];
    for (const email of [fresh, waiting, known]) {
      texts.push(
        await masked(await post(site, "/signup", { email, password: STRANGERS, data }), email),
      );
    }
    expect(texts[1]).toBe(texts[0]);
    expect(texts[2]).toBe(texts[0]);
  });

  test("by the answer to a sign-up by number", async () => {
    const number = () => `336${String(Math.floor(Math.random() * 1e8)).padStart(8, "0")}`;
    const [fresh, known] = [number(), number()];
    await site.backend.pool.query(
      "insert into auth.users (phone, phone_confirmed_at) values ($1, now())",
      [known],
    );
    const texts = [];
    for (const phone of [fresh, known]) {
      texts.push(
        await masked(await post(site, "/signup", { phone, password: STRANGERS, data }), phone),
      );
    }
    expect(texts[1]).toBe(texts[0]);
  });

  test.each<[string, (email: string) => Promise<unknown>]>([
    ["a sign-up", (email) => post(site, "/signup", { email, password: STRANGERS })],
    [
      "two sign-ups with different passwords",
      async (email) => {
        await post(site, "/signup", { email, password: "another-stranger" });
        await post(site, "/signup", { email, password: STRANGERS });
      },
    ],
    [
      "a sign-up and a sign-in link",
      async (email) => {
        await post(site, "/signup", { email, password: STRANGERS });
        await post(site, "/otp", { email });
      },
    ],
    [
      "a sign-in link and a sign-up",
      async (email) => {
        await post(site, "/otp", { email });
        await post(site, "/signup", { email, password: STRANGERS });
      },
    ],
  ])("by signing in after %s", async (_, attack) => {
    const [fresh, { email: known }] = [newAddress(), await createMember(site)];
    const texts = [];
    for (const email of [fresh, known]) {
      await attack(email);
      for (const password of [STRANGERS, "another-stranger", "wrong-password"]) {
        texts.push(
          await masked(await post(site, "/token?grant_type=password", { email, password }), email),
        );
      }
    }
    expect(texts.slice(3)).toEqual(texts.slice(0, 3));
    expect(texts[2]).toContain("invalid_credentials");
    const { error } = await site
      .client()
      .auth.signInWithPassword({ email: known, password: PASSWORD });
    expect(error).toBeNull();
  });
});

describe("a sign-up that nobody confirms", () => {
  test("is deleted after two days; a confirmed one and an account are not", async () => {
    const [late, recent, confirmed] = [newAddress(), newAddress(), newAddress()];
    const { email: known } = await createMember(site);
    for (const email of [late, recent, confirmed, known]) {
      await post(site, "/signup", { email, password: PASSWORD });
    }
    await follow(site, (await lastMailTo(site, confirmed)).link);
    for (const email of [late, confirmed, known]) await age(email, "49 hours");
    await age(recent, "47 hours");
    await sweep();
    expect(await accountsOf(late)).toBe(0);
    for (const email of [recent, confirmed, known]) expect(await accountsOf(email)).toBe(1);
    // The link of the deleted one is worth nothing, and its address may sign up again.
    const [mail] = await mailsTo(site, late);
    expect((await follow(site, mail!.link)).fragment.get("error_code")).toBe("otp_expired");
    expect((await post(site, "/signup", { email: late, password: PASSWORD })).status).toBe(200);
  });
});

test("sign-ups of an older version are swept too, two days after the upgrade; others stay", async () => {
  const { pool } = site.backend;
  const insert = async (more: string) => {
    const email = newAddress();
    await pool.query(
      `insert into auth.users (email, confirmation_sent_at, ${more.split("=")[0]})
       values ($1, now() - interval '9 days', ${more.split("=")[1]})`,
      [email],
    );
    return email;
  };
  const old = await insert("encrypted_password='x'");
  const others = [
    await insert("invited_at=now()"),
    await insert("email_confirmed_at=now()"),
    await insert("last_sign_in_at=now()"),
    await insert("is_sso_user=true"),
  ];
  const schema = join(import.meta.dirname, "../../schema/027-sign-ups.sql");
  const [, repair] = /^(insert into backend\.sign_ups [^;]+;)/m.exec(
    await readFile(schema, "utf8"),
  )!;
  await pool.query(repair!);
  await sweep();
  expect(await accountsOf(old)).toBe(1);
  for (const email of [old, ...others]) await age(email, "49 hours");
  await sweep();
  expect(await accountsOf(old)).toBe(0);
  for (const email of others) expect(await accountsOf(email)).toBe(1);
});

describe("an account that an administrator has created", () => {
  const create = async (attributes: object) => {
    const { auth } = site.client(site.backend.apiKeys.service);
    const email = newAddress();
    const { data, error } = await auth.admin.createUser({ email, ...attributes });
    if (error) throw error;
    return { email, id: data.user.id };
  };
  const idOf = async (email: string) =>
    (await site.backend.pool.query("select id from auth.users where email = $1", [email])).rows[0]
      ?.id;

  test("is neither replaced by a stranger's sign-up nor deleted with it", async () => {
    const { email, id } = await create({ app_metadata: { club: "Lens" }, password: PASSWORD });
    await post(site, "/signup", { email, password: STRANGERS });
    await post(site, "/otp", { email });
    await post(site, "/resend", { type: "signup", email });
    await age(email, "3 days");
    await sweep();
    expect(await idOf(email)).toBe(id);
    // Whoever reads the mailbox confirms it, with the administrator's password.
    await follow(site, (await lastMailTo(site, email)).link);
    const { auth } = site.client();
    const { data } = await auth.signInWithPassword({ email, password: PASSWORD });
    expect(data.user).toMatchObject({ id, app_metadata: { club: "Lens" } });
    const stranger = await auth.signInWithPassword({ email, password: STRANGERS });
    expect(stranger.error).toMatchObject({ code: "invalid_credentials" });
  });

  test("keeps its id when it is invited afterwards", async () => {
    const { email, id } = await create({ user_metadata: { name: "Zoé" } });
    const { auth } = site.client(site.backend.apiKeys.service);
    const { data } = await auth.admin.inviteUserByEmail(email, { data: { lang: "pt" } });
    expect(data.user).toMatchObject({ id, user_metadata: { name: "Zoé", lang: "pt" } });
  });

  test("is refused for an address that waits, which keeps its account", async () => {
    const email = newAddress();
    await post(site, "/signup", { email, password: PASSWORD });
    const before = await idOf(email);
    const { auth } = site.client(site.backend.apiKeys.service);
    // The address is judged before the password.
    const { error } = await auth.admin.createUser({ id: randomUUID(), email, password: "x" });
    expect(error).toMatchObject({ status: 422, code: "email_exists" });
    expect(await idOf(email)).toBe(before);
    const first = await create({});
    const again = await auth.admin.createUser({ email: first.email });
    expect(again.error).toMatchObject({ status: 422, code: "email_exists" });
    expect(await idOf(first.email)).toBe(first.id);
  });

  test("has the metadata it was given and no other", async () => {
    const { email } = await create({ user_metadata: { name: "Zoé" } });
    const { rows } = await site.backend.pool.query(
      "select raw_user_meta_data as data from auth.users where email = $1",
      [email],
    );
    expect(rows[0].data).toEqual({ name: "Zoé" });
  });

  test("may have a common password, but no short one", async () => {
    const { email } = await create({ password: "password", email_confirm: true });
    const { error } = await site.client().auth.signInWithPassword({ email, password: "password" });
    expect(error).toBeNull();
    await expect(create({ password: "abc" })).rejects.toMatchObject({ code: "weak_password" });
  });
});
