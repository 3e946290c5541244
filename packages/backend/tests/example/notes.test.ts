import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";

import { createMember, lastMailTo } from "../../src/testing/accounts.ts";
import { startTestBackend, type TestBackend } from "../../src/testing/test-backend.ts";

/** A second project on the backend: a short migration and only the required options. */
let site: TestBackend;
beforeAll(async () => {
  const migrations = join(import.meta.dirname, "migrations");
  site = await startTestBackend(inject("postgresUrl"), { migrations });
});
afterAll(() => site.close());

/** A new account, signed in. */
async function signUp() {
  const { email, session } = await createMember(site);
  const client = site.client();
  expect((await client.auth.setSession(session)).error).toBeNull();
  return { email, id: session.user.id, client };
}

test("a member signs up by mail", async () => {
  const { email } = await signUp();
  const mail = await lastMailTo(site, email);
  expect(mail.subject).toBe("Confirm your email address");
  expect(mail.text).toContain("Welcome to 127.0.0.1:3000.");
  expect(mail.link).toContain("http://127.0.0.1:3000/auth/v1/verify?");
});

test("only the owner reads a member's notes", async () => {
  const [owner, stranger] = [await signUp(), await signUp()];
  const inserted = await owner.client.from("notes").insert({ body: "Buy milk" }).select().single();
  expect(inserted.data).toMatchObject({ owner: owner.id, body: "Buy milk" });
  expect((await owner.client.from("notes").select("body")).data).toEqual([{ body: "Buy milk" }]);

  for (const client of [stranger.client, site.client()]) {
    expect(await client.from("notes").select()).toMatchObject({ error: null, data: [] });
  }
  const forged = await stranger.client.from("notes").insert({ body: "x", owner: owner.id });
  expect(forged).toMatchObject({ status: 403, error: { code: "42501" } });
  const empty = await owner.client.from("notes").insert({ body: "" });
  expect(empty).toMatchObject({ status: 400, error: { code: "23514" } });
});

test("only the owner reads a member's files", async () => {
  const [owner, stranger] = [await signUp(), await signUp()];
  const name = `${owner.id}/list.txt`;
  const bucket = ({ client }: typeof owner) => client.storage.from("attachments");
  expect((await bucket(owner).upload(name, "milk, bread")).error).toBeNull();
  expect(await (await bucket(owner).download(name)).data!.text()).toBe("milk, bread");
  expect((await bucket(stranger).download(name)).data).toBeNull();
  expect((await bucket(stranger).upload(`${owner.id}/b.txt`, "x")).error).toMatchObject({
    statusCode: "403",
  });
});
