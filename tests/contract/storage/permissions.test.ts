import { picture } from "@maillotheque/backend/testing";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { startStorageWorld, type StorageWorld } from "./personas.ts";

let world: StorageWorld;
let webp: Buffer<ArrayBuffer>;
beforeAll(async () => {
  world = await startStorageWorld();
  webp = await picture("webp", 400, 400);
});
afterAll(() => world.close());

const options = { contentType: "image/webp" };
const PERSONAS = ["visitor", "owner", "stranger", "admin"] as const;

async function kept(): Promise<string> {
  const name = world.name();
  expect((await world.owner.jerseys.upload(name, webp, options)).error).toBeNull();
  return name;
}

describe.each(PERSONAS)("%s", (persona) => {
  const allowed = persona === "owner" || persona === "admin";
  const outcome = (error: unknown) =>
    error === null ? "done" : (error as { statusCode: string }).statusCode;

  test(`${allowed ? "uploads" : "can't upload"} to the owner's folder`, async () => {
    const { error } = await world[persona].jerseys.upload(world.name(), webp, options);
    expect(outcome(error)).toBe(allowed ? "done" : "403");
  });

  test(`${allowed ? "replaces" : "can't replace"} the owner's file`, async () => {
    const name = await kept();
    const { error } = await world[persona].jerseys.update(name, webp, options);
    expect(outcome(error)).toBe(allowed ? "done" : "403");
  });

  test(`${allowed ? "removes" : "can't remove"} the owner's file`, async () => {
    const name = await kept();
    const { data, error } = await world[persona].jerseys.remove([name]);
    expect(error).toBeNull();
    expect(data).toHaveLength(allowed ? 1 : 0);
    expect((await world.visitor.jerseys.exists(name)).data).toBe(!allowed);
  });

  test(`${allowed ? "lists" : "can't list"} the owner's folder`, async () => {
    const name = await kept();
    const { data } = await world[persona].jerseys.list(world.owner.id, { limit: 1000 });
    expect(data!.some((entry) => name.endsWith(entry.name))).toBe(allowed);
  });

  test(`${allowed ? "moves and copies" : "can't move or copy"} the owner's file`, async () => {
    const [name, moved, copied] = [await kept(), world.name(), world.name()];
    const copy = await world[persona].jerseys.copy(name, copied);
    expect(outcome(copy.error)).toBe(allowed ? "done" : "404");
    const move = await world[persona].jerseys.move(name, moved);
    expect(outcome(move.error)).toBe(allowed ? "done" : "404");
    expect((await world.visitor.jerseys.exists(allowed ? moved : name)).data).toBe(true);
    expect((await world.visitor.jerseys.exists(copied)).data).toBe(allowed);
  });

  test("reads it by its public address", async () => {
    const { error } = await world[persona].jerseys.download(await kept());
    expect(error).toBeNull();
  });

  test("can't create, change or delete buckets", async () => {
    const { storage } = world[persona].client;
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
  for (const name of ["a.webp", `${randomUUID()}/a.webp`, `${world.stranger.id}/a.webp`]) {
    const { error } = await world.owner.jerseys.upload(name, webp, options);
    expect(error).toMatchObject({
      statusCode: "403",
      message: "new row violates row-level security policy",
    });
  }
  const { error } = await world.owner.jerseys.move(await kept(), `${world.stranger.id}/a.webp`);
  expect(error).toMatchObject({ statusCode: "403" });
});

test("a file keeps its uploader as owner", async () => {
  const { rows } = await world.site.backend.pool.query(
    "select owner, owner_id from storage.objects where name = $1",
    [await kept()],
  );
  expect(rows).toEqual([{ owner: world.owner.id, owner_id: world.owner.id }]);
});

test.each([
  ["no token", {}],
  ["a broken token", { authorization: "Bearer a.b.c" }],
  [
    "an unsigned token",
    { authorization: `Bearer eyJhbGciOiJub25lIn0.${btoa('{"role":"service_role"}')}.` },
  ],
])("%s is refused", async (_kind, headers) => {
  const answer = await fetch(`${world.site.url}/storage/v1/object/jerseys/${world.name()}`, {
    method: "POST",
    headers: { ...headers, "content-type": "image/webp" } as Record<string, string>,
    body: webp,
  });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ statusCode: "403", error: "Unauthorized" });
});

test("a suspended member can't upload, whatever the token says", async () => {
  const banned = (until: string | null) =>
    world.site.backend.pool.query("update auth.users set banned_until = $2 where id = $1", [
      world.stranger.id,
      until,
    ]);
  const upload = async () =>
    (
      await world.stranger.jerseys.upload(
        `${world.stranger.id}/${randomUUID()}.webp`,
        webp,
        options,
      )
    ).error;
  await banned("2999-01-01");
  expect(await upload()).toMatchObject({ statusCode: "403" });
  await banned(null);
  expect(await upload()).toBeNull();
});
