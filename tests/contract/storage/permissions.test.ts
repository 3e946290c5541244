import { picture } from "@maillotheque/backend/testing";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { startStorageFixture, type StorageFixture } from "./personas.ts";

let fixture: StorageFixture;
let webp: Buffer<ArrayBuffer>;
beforeAll(async () => {
  fixture = await startStorageFixture();
  webp = await picture("webp", 400, 400);
});
afterAll(() => fixture.close());

const options = { contentType: "image/webp" };
const PERSONAS = ["visitor", "owner", "stranger", "admin"] as const;

async function uploadedFile(): Promise<string> {
  const name = fixture.name();
  expect((await fixture.owner.jerseys.upload(name, webp, options)).error).toBeNull();
  return name;
}

describe.each(PERSONAS)("%s", (persona) => {
  const allowed = persona === "owner" || persona === "admin";
  const outcome = (error: unknown) =>
    error === null ? "done" : (error as { statusCode: string }).statusCode;

  test(`${allowed ? "uploads" : "can't upload"} to the owner's folder`, async () => {
    const { error } = await fixture[persona].jerseys.upload(fixture.name(), webp, options);
    expect(outcome(error)).toBe(allowed ? "done" : "403");
  });

  test(`${allowed ? "replaces" : "can't replace"} the owner's file`, async () => {
    const name = await uploadedFile();
    const { error } = await fixture[persona].jerseys.update(name, webp, options);
    expect(outcome(error)).toBe(allowed ? "done" : "403");
  });

  test(`${allowed ? "removes" : "can't remove"} the owner's file`, async () => {
    const name = await uploadedFile();
    const { data, error } = await fixture[persona].jerseys.remove([name]);
    expect(error).toBeNull();
    expect(data).toHaveLength(allowed ? 1 : 0);
    expect((await fixture.visitor.jerseys.exists(name)).data).toBe(!allowed);
  });

  test(`${allowed ? "lists" : "can't list"} the owner's folder`, async () => {
    const name = await uploadedFile();
    const { data } = await fixture[persona].jerseys.list(fixture.owner.id, { limit: 1000 });
    expect(data!.some((entry) => name.endsWith(entry.name))).toBe(allowed);
  });

  test(`${allowed ? "moves and copies" : "can't move or copy"} the owner's file`, async () => {
    const [name, moved, copied] = [await uploadedFile(), fixture.name(), fixture.name()];
    const copy = await fixture[persona].jerseys.copy(name, copied);
    expect(outcome(copy.error)).toBe(allowed ? "done" : "404");
    const move = await fixture[persona].jerseys.move(name, moved);
    expect(outcome(move.error)).toBe(allowed ? "done" : "404");
    expect((await fixture.visitor.jerseys.exists(allowed ? moved : name)).data).toBe(true);
    expect((await fixture.visitor.jerseys.exists(copied)).data).toBe(allowed);
  });

  test("reads it by its public address", async () => {
    const { error } = await fixture[persona].jerseys.download(await uploadedFile());
    expect(error).toBeNull();
  });

  test("can't create, change or delete buckets", async () => {
    const { storage } = fixture[persona].client;
    expect((await storage.createBucket(`mine-${persona}`)).error).toMatchObject({
      statusCode: "403",
    });
    expect((await storage.updateBucket("jerseys", { public: false })).error).toBeTruthy();
    expect((await storage.emptyBucket("jerseys")).error).toBeTruthy();
    expect((await storage.deleteBucket("jerseys")).error).toBeTruthy();
    expect((await storage.listBuckets()).data).toEqual([]);
  });
});

test("nobody uploads outside a folder of their own, or moves a file into another's folder", async () => {
  for (const name of ["a.webp", `${randomUUID()}/a.webp`, `${fixture.stranger.id}/a.webp`]) {
    const { error } = await fixture.owner.jerseys.upload(name, webp, options);
    expect(error).toMatchObject({
      statusCode: "403",
      message: "new row violates row-level security policy",
    });
  }
  const { error } = await fixture.owner.jerseys.move(
    await uploadedFile(),
    `${fixture.stranger.id}/a.webp`,
  );
  expect(error).toMatchObject({ statusCode: "403" });
});

test("a file keeps its uploader as owner", async () => {
  const { rows } = await fixture.site.backend.pool.query(
    "select owner, owner_id from storage.objects where name = $1",
    [await uploadedFile()],
  );
  expect(rows).toEqual([{ owner: fixture.owner.id, owner_id: fixture.owner.id }]);
});

test.each([
  ["no token", {}],
  ["a broken token", { authorization: "Bearer a.b.c" }],
  [
    "an unsigned token",
    { authorization: `Bearer eyJhbGciOiJub25lIn0.${btoa('{"role":"service_role"}')}.` },
  ],
])("%s is refused", async (_kind, headers) => {
  const answer = await fetch(`${fixture.site.url}/storage/v1/object/jerseys/${fixture.name()}`, {
    method: "POST",
    headers: { ...headers, "content-type": "image/webp" } as Record<string, string>,
    body: webp,
  });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ statusCode: "403", error: "Unauthorized" });
});

test("a suspended member can't upload, whatever the token says", async () => {
  const banned = (until: string | null) =>
    fixture.site.backend.pool.query("update auth.users set banned_until = $2 where id = $1", [
      fixture.stranger.id,
      until,
    ]);
  const upload = async () =>
    (
      await fixture.stranger.jerseys.upload(
        `${fixture.stranger.id}/${randomUUID()}.webp`,
        webp,
        options,
      )
    ).error;
  await banned("2999-01-01");
  expect(await upload()).toMatchObject({ statusCode: "403" });
  await banned(null);
  expect(await upload()).toBeNull();
});
