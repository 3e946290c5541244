import { createClient } from "@supabase/supabase-js";
import { decodeProtectedHeader } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { asOwner } from "../../src/database/session.ts";
import { loadKeys, retireKeys, rotateKeys } from "../../src/tokens/keys.ts";
import { mintApiKeys } from "../../src/tokens/api-keys.ts";
import { startTestBackend, type TestBackend } from "../support/backend.ts";
import { startAnother } from "../../src/testing/test-backend.ts";
import { createMember, PASSWORD } from "../../src/testing/accounts.ts";

let site: TestBackend;
beforeAll(async () => void (site = await startTestBackend()));
afterAll(() => site.close());

const rotate = () => asOwner(site.backend.pool, rotateKeys);
const retire = () => asOwner(site.backend.pool, retireKeys);
const kidOf = (token: string) => decodeProtectedHeader(token).kid;

async function jwks(url = site.url): Promise<string[]> {
  const answer = await fetch(`${url}/auth/v1/.well-known/jwks.json`);
  return (await answer.json()).keys.map(({ kid }: { kid: string }) => kid);
}

async function signIn(email: string, client = site.client()) {
  const { data, error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return { client, session: data.session };
}

/** Any table that members read and write under row-level security. */
const mayRead = async (client: ReturnType<TestBackend["client"]>) =>
  (await client.from("bookmarks").select("id")).status;

/** The server rereads its keys at the latest when it meets an unknown one. */
async function meetNewKey(): Promise<void> {
  const keys = await loadKeys(site.backend.pool);
  const { service } = await mintApiKeys(keys);
  keys.close();
  await expect
    .poll(async () => (await site.client(service).auth.admin.listUsers()).error)
    .toBeNull();
}

describe("after a rotation", () => {
  let email: string;
  let before: Awaited<ReturnType<typeof signIn>>;
  let kid: string;
  beforeEach(async () => {
    ({ email } = await createMember(site));
    before = await signIn(email);
    kid = await rotate();
    await meetNewKey();
  });

  test("publishes the new and the former key, and signs with the new one", async () => {
    expect(await jwks()).toEqual(expect.arrayContaining([kid, kidOf(before.session.access_token)]));
    const { session } = await signIn(email);
    expect(kidOf(session.access_token)).toBe(kid);
  });

  test("signs nobody out: old tokens stay valid, and refreshing gives new ones", async () => {
    expect((await before.client.auth.getUser()).error).toBeNull();
    expect((await before.client.auth.getClaims()).error).toBeNull();
    expect(await mayRead(before.client)).toBe(200);
    const { data, error } = await before.client.auth.refreshSession();
    expect(error).toBeNull();
    expect(kidOf(data.session!.access_token)).toBe(kid);
    expect(await mayRead(before.client)).toBe(200);
  });

  test("keeps earlier anonymous and secret keys valid", async () => {
    const { anon, service } = site.backend.apiKeys;
    expect(kidOf(anon)).not.toBe(kid);
    expect((await site.client(anon).from("bookmarks").select("id").limit(1)).status).toBe(200);
    expect((await site.client(service).auth.admin.listUsers()).error).toBeNull();
  });
});

test("accepts a token of the new key on another server at once", async () => {
  const other = await startAnother(site);
  try {
    const { email } = await createMember(site);
    await rotate();
    await meetNewKey();
    const { session } = await signIn(email);
    const client = createClient(other.url, site.backend.apiKeys.anon, {
      auth: { persistSession: false, autoRefreshToken: false },
      accessToken: async () => session.access_token,
    });
    expect((await client.from("bookmarks").select("id")).status).toBe(200);
    expect(await jwks(other.url)).toContain(kidOf(session.access_token));
  } finally {
    await other.close();
  }
});

test("rejects tokens of retired keys; sessions and the anonymous key continue", async () => {
  const { email } = await createMember(site);
  const { client, session } = await signIn(email);
  const { service, anon } = site.backend.apiKeys;
  const kid = await rotate();
  expect(await retire()).toBeGreaterThan(0);
  await meetNewKey();
  expect(await jwks()).toEqual([kid]);
  expect((await client.auth.getUser()).error).toMatchObject({ status: 403 });
  expect(await mayRead(client)).toBe(401);
  expect((await site.client(service).auth.admin.listUsers()).error).toMatchObject({ status: 403 });
  expect((await site.client(anon).from("bookmarks").select("id").limit(1)).status).toBe(200);
  const again = await client.auth.refreshSession({ refresh_token: session.refresh_token });
  expect(again.error).toBeNull();
  expect(kidOf(again.data.session!.access_token)).toBe(kid);
  expect(await mayRead(client)).toBe(200);
});
