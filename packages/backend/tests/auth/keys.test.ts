import { createAdaptorServer } from "@hono/node-server";
import { createClient } from "@supabase/supabase-js";
import { decodeProtectedHeader } from "jose";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { asOwner } from "../../src/database/session.ts";
import { createBackend, type Backend } from "../../src/create-backend.ts";
import { silent } from "../../src/logger.ts";
import { loadKeys, retireKeys, rotateKeys } from "../../src/tokens/keys.ts";
import { mintApiKeys } from "../../src/tokens/api-keys.ts";
import { startTestBackend, type TestBackend } from "../../../../tests/support/backend.ts";
import { SUPABASE_DIR } from "../../../../tests/support/database.ts";
import { createMember, PASSWORD } from "./support.ts";

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

/** Any table that members read and write by their own rules. */
const mayRead = async (client: ReturnType<TestBackend["client"]>) =>
  (await client.from("user_collections").select("jersey_id")).status;

/** The server reads its keys again at the latest when it meets one that it doesn't know. */
async function meetNewKey(): Promise<void> {
  const keys = await loadKeys(site.backend.pool);
  const { service } = await mintApiKeys(keys);
  keys.close();
  await expect
    .poll(async () => (await site.client(service).auth.admin.listUsers()).error, { timeout: 5_000 })
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

  test("new and former key are shown, and the new one signs", async () => {
    expect(await jwks()).toEqual(expect.arrayContaining([kid, kidOf(before.session.access_token)]));
    const { session } = await signIn(email);
    expect(kidOf(session.access_token)).toBe(kid);
  });

  test("nobody is signed out: old tokens count, and refreshing gives new ones", async () => {
    expect((await before.client.auth.getUser()).error).toBeNull();
    expect((await before.client.auth.getClaims()).error).toBeNull();
    expect(await mayRead(before.client)).toBe(200);
    const { data, error } = await before.client.auth.refreshSession();
    expect(error).toBeNull();
    expect(kidOf(data.session!.access_token)).toBe(kid);
    expect(await mayRead(before.client)).toBe(200);
  });

  test("anonymous and secret keys of before stay valid", async () => {
    const { anon, service } = site.backend.apiKeys;
    expect(kidOf(anon)).not.toBe(kid);
    expect((await site.client(anon).from("jerseys").select("id").limit(1)).status).toBe(200);
    expect((await site.client(service).auth.admin.listUsers()).error).toBeNull();
  });
});

test("another server takes a token of the new key at once", async () => {
  const other = await startOther();
  try {
    const { email } = await createMember(site);
    await rotate();
    await meetNewKey();
    const { session } = await signIn(email);
    const client = createClient(other.url, site.backend.apiKeys.anon, {
      auth: { persistSession: false, autoRefreshToken: false },
      accessToken: async () => session.access_token,
    });
    expect((await client.from("user_collections").select("jersey_id")).status).toBe(200);
    expect(await jwks(other.url)).toContain(kidOf(session.access_token));
  } finally {
    await other.close();
  }
});

test("retired keys vouch for nobody; sessions and the anonymous key go on", async () => {
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
  expect((await site.client(anon).from("jerseys").select("id").limit(1)).status).toBe(200);
  const again = await client.auth.refreshSession({ refresh_token: session.refresh_token });
  expect(again.error).toBeNull();
  expect(kidOf(again.data.session!.access_token)).toBe(kid);
  expect(await mayRead(client)).toBe(200);
});

/** A second server on the same database. */
async function startOther(): Promise<{ url: string; close(): Promise<void> }> {
  const backend: Backend = await createBackend(
    {
      databaseUrl: site.databaseUrl,
      dataDir: site.dataDir,
      supabaseDir: SUPABASE_DIR,
      siteUrl: "http://127.0.0.1:3000",
      mail: { from: "Maillothèque <bonjour@localhost>" },
      autoconfirm: false,
      trustProxy: false,
    },
    silent,
  );
  const server = createAdaptorServer({
    fetch: backend.fetch,
    serverOptions: { keepAliveTimeout: 0 },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      await new Promise((resolve) => server.close(resolve));
      await backend.close();
    },
  };
}
