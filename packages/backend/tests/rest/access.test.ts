import { SignJWT } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";

import { CLOCK_LEEWAY_SECONDS, signToken } from "../../src/tokens/jwt.ts";
import { ALGORITHM, loadKeys } from "../../src/tokens/keys.ts";
import { startBackendFixture, type BackendFixture } from "./fixture.ts";

let fixture: BackendFixture;
beforeAll(async () => void (fixture = await startBackendFixture()));
afterAll(() => fixture.close());

test("runs statements with the token's role and claims", async () => {
  expect((await fixture.anon.rpc("who")).data).toEqual({ role: "anon", uid: null });
  const { id, client } = await fixture.member();
  expect((await client.rpc("who")).data).toEqual({ role: "authenticated", uid: id });
  const service = fixture.client(fixture.backend.apiKeys.service);
  expect((await service.rpc("who")).data).toEqual({ role: "service_role", uid: null });
});

test("leaves nothing of one request on the connection for the next", async () => {
  const { client } = await fixture.member();
  const roles = await Promise.all(
    Array.from({ length: 60 }, async (_, index) => {
      const caller = index % 2 === 0 ? fixture.anon : client;
      return (await caller.rpc("who")).data as { role: string };
    }),
  );
  expect(roles.map(({ role }) => role)).toEqual(
    roles.map((_, index) => (index % 2 === 0 ? "anon" : "authenticated")),
  );
});

test("hides rows of others", async () => {
  const [mine, theirs] = [await fixture.member(), await fixture.member()];
  const { data, error } = await mine.client
    .from("notes")
    .insert({ body: "mine" })
    .select("id, owner");
  expect(error).toBeNull();
  expect(data?.[0]?.owner).toBe(mine.id);
  expect((await theirs.client.from("notes").select("id")).data).toEqual([]);
  const change = await theirs.client
    .from("notes")
    .update({ body: "x" })
    .eq("id", data?.[0]?.id)
    .select("id");
  expect(change).toMatchObject({ status: 200, data: [] });
  const forged = await theirs.client.from("notes").insert({ body: "x", owner: mine.id });
  expect(forged).toMatchObject({ status: 403, error: { code: "42501" } });
});

test("refuses unreadable columns", async () => {
  const { client } = await fixture.member();
  expect((await client.from("notes").select("secret")).error?.code).toBe("42501");
  expect((await client.from("notes").select()).status).toBe(403);
  const returned = await client.from("notes").insert({ body: "x" }).select("body, stars").single();
  expect(returned.data).toEqual({ body: "x", stars: 1 });
});

test("asks a visitor without the right to sign in", async () => {
  const answer = await fixture.get("/people");
  expect(answer.status).toBe(401);
  expect(answer.headers.get("www-authenticate")).toBe("Bearer");
  expect(await answer.json()).toMatchObject({
    code: "42501",
    message: "permission denied for table people",
  });
});

test("refuses a missing key, a foreign key and an expired token", async () => {
  const bare = await fetch(`${fixture.url}/rest/v1/clubs`);
  expect(bare.status).toBe(401);
  expect(await bare.json()).toMatchObject({ message: "No API key found in request" });
  const foreign = await fixture.get("/clubs", { headers: { authorization: "Bearer a.b.c" } });
  expect(foreign.status).toBe(401);
  expect(await foreign.json()).toMatchObject({ code: "PGRST301" });
  const keys = await loadKeys(fixture.backend.pool);
  const expired = await signToken(keys, { role: "authenticated" }, -35);
  const late = await fixture.get("/clubs", { headers: { authorization: `Bearer ${expired}` } });
  expect(late.status).toBe(401);
  expect(await late.json()).toMatchObject({ code: "PGRST303", message: "JWT expired" });
  const owner = await signToken(keys, { role: "postgres" }, 60);
  const root = await fixture.get("/clubs", { headers: { authorization: `Bearer ${owner}` } });
  expect(root.status).toBe(401);
});

test("clocks may differ by 30 seconds, as for PostgREST", async () => {
  const keys = await loadKeys(fixture.backend.pool);
  const seconds = Math.floor(Date.now() / 1000);
  const answerTo = async (times: { iat?: number; nbf?: number; exp?: number }) => {
    const { kid, privateKey } = keys.current;
    const token = await new SignJWT({ role: "anon", ...times })
      .setProtectedHeader({ alg: ALGORITHM, kid })
      .sign(privateKey);
    const answer = await fixture.get("/fans", { headers: { authorization: `Bearer ${token}` } });
    return answer.ok ? "accepted" : ((await answer.json()) as { message: string }).message;
  };
  expect(await answerTo({ exp: seconds - 20 })).toBe("accepted");
  expect(await answerTo({ exp: seconds - 40 })).toBe("JWT expired");
  expect(await answerTo({ nbf: seconds + 20 })).toBe("accepted");
  expect(await answerTo({ nbf: seconds + 60 })).toBe("JWT not yet valid");
  expect(await answerTo({ iat: seconds + 20 })).toBe("accepted");
  expect(await answerTo({ iat: seconds + 3_600 })).toBe("JWT issued at future");
});

test("no cache stores what was answered to a member, or a refusal", async () => {
  const { token } = await fixture.member();
  const stored = async (path: string, init?: RequestInit) =>
    (await fixture.get(path, init)).headers.get("cache-control");
  const member = { headers: { authorization: `Bearer ${token}` } };
  expect(await stored("/notes", member)).toBe("no-store");
  expect(await stored("/rpc/many_numbers", member)).toBe("no-store");
  expect(await stored("/notes", { ...member, method: "HEAD" })).toBe("no-store");
  expect(await stored("/nothing-here", member)).toBe("no-store");
  expect(await stored("/fans")).toBe(null);
});

test("only a token that is verified makes a member of a request", async () => {
  const { token } = await fixture.member();
  const { anon, service } = fixture.backend.apiKeys;
  const isVisitor = (headers: Record<string, string>) =>
    fixture.backend.isVisitor(new Request(`${fixture.url}/rest/v1/notes`, { headers }));
  expect(await isVisitor({ apikey: anon, authorization: `Bearer ${token}` })).toBe(false);
  expect(await isVisitor({ apikey: service })).toBe(false);
  expect(await isVisitor({ apikey: anon })).toBe(true);
  expect(await isVisitor({})).toBe(true);
  const forged = `x.${Buffer.from('{"role":"authenticated"}').toString("base64url")}.x`;
  expect(await isVisitor({ apikey: anon, authorization: `Bearer ${forged}` })).toBe(true);
  expect(await isVisitor({ apikey: anon, authorization: `Bearer ${token} y` })).toBe(true);
});

test("refuses a token from the second after which no clock lets it be valid", async () => {
  const keys = await loadKeys(fixture.backend.pool);
  const token = await signToken(keys, { role: "anon" }, 2 - CLOCK_LEEWAY_SECONDS);
  const status = async () =>
    (await fixture.get("/fans", { headers: { authorization: `Bearer ${token}` } })).status;
  expect(await status()).toBe(200);
  await expect.poll(status, { interval: 200 }).toBe(401);
});

test("accepts the key in the address, where it is no filter", async () => {
  const { anon } = fixture.backend.apiKeys;
  const answer = await fetch(`${fixture.url}/rest/v1/fans?select=id&apikey=${anon}`);
  expect(answer.status).toBe(200);
});

test("serves only the public schema", async () => {
  const other = await fixture.anon.schema("auth").from("users").select();
  expect(other.status).toBe(406);
  expect(other.error).toMatchObject({ code: "PGRST106", message: "Invalid schema: auth" });
  expect((await fixture.anon.schema("backend").rpc("x")).error?.code).toBe("PGRST106");
  expect((await fixture.anon.from("signing_keys").select()).error?.code).toBe("PGRST205");
  expect((await fixture.anon.from("pg_class").select()).error?.code).toBe("PGRST205");
});

test("notices a migration without a restart", async () => {
  expect((await fixture.anon.from("fresh").select()).error?.code).toBe("PGRST205");
  await fixture.sql("create table fresh (id int primary key); insert into fresh values (1)");
  await expect
    .poll(async () => (await fixture.anon.from("fresh").select()).data)
    .toEqual([{ id: 1 }]);
  await fixture.sql("alter table fresh add column name text default 'n'");
  await expect
    .poll(async () => (await fixture.anon.from("fresh").select("name")).data)
    .toEqual([{ name: "n" }]);
  await fixture.sql("alter table fresh rename column name to title");
  await expect
    .poll(async () => (await fixture.anon.from("fresh").select("title")).data)
    .toEqual([{ title: "n" }]);
  expect((await fixture.anon.from("fresh").select()).data).toEqual([{ id: 1, title: "n" }]);
});

test("lists the endpoints at the root and answers 404 for other paths", async () => {
  const root = await fixture.get("/");
  expect(root.status).toBe(200);
  const document = (await root.json()) as { paths: object };
  expect(Object.keys(document.paths)).not.toContain("/people");
  expect(document).toMatchObject({
    swagger: "2.0",
    paths: { "/clubs": {}, "/rpc/add": {} },
    definitions: { clubs: { properties: { id: { type: "integer" } } } },
  });
  expect(document).not.toHaveProperty("host");
  expect((await fixture.get("/clubs/1")).status).toBe(404);
  expect((await fixture.get("/", { method: "POST" })).status).toBe(405);
  expect((await fixture.get("/clubs", { method: "PROPFIND" })).status).toBe(405);
});

const OPENAPI_31 = "application/vnd.oai.openapi+json;version=3.1";

test("describes what the caller's role can read and write, in OpenAPI 3.1 if asked", async () => {
  interface Document {
    paths: Record<string, Record<string, { parameters?: { name?: string }[] }>>;
    components: { schemas: Record<string, { properties: object }> };
  }
  const { token } = await fixture.member();
  const read = async (headers: Record<string, string>) =>
    (await (
      await fixture.get("/", { headers: { ...headers, accept: OPENAPI_31 } })
    ).json()) as Document;
  const visitor = await read({});
  const member = await read({ authorization: `Bearer ${token}` });
  expect(visitor).toMatchObject({
    openapi: "3.1.0",
    servers: [{ url: "/rest/v1" }],
    paths: { "/clubs": {}, "/rpc/add": { get: {}, post: {} } },
    components: { schemas: { clubs: { properties: { id: { type: "integer" } } } } },
  });
  const notes = member.paths["/notes"]!;
  expect(Object.keys(notes)).toEqual(["get", "post", "patch", "delete"]);
  const named = notes.get!.parameters!.flatMap(({ name }) => name ?? []);
  expect(named).toEqual(["id", "owner", "body", "stars"]);
  // A function that may write is called by POST only.
  const functions = Object.entries(visitor.paths).filter(([path]) => path.startsWith("/rpc/"));
  for (const [, methods] of functions) expect(Object.keys(methods)).toContain("post");
  await fixture.sql("revoke insert, update, delete on clubs from anon");
  await fixture.sql("comment on table clubs is 'Those who play'");
  await fixture.sql("create table unknown_yet ()");
  await expect
    .poll(async () => {
      await fixture.get("/unknown_yet");
      return (await read({})).paths["/clubs"];
    })
    .toMatchObject({ description: "Those who play" });
  expect(Object.keys((await read({})).paths["/clubs"]!)).toEqual(["description", "get"]);
});
