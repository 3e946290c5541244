import { rename } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { createDatabaseProxy, type DatabaseProxy } from "../../src/testing/database-proxy.ts";
import { picture } from "../../src/testing/images.ts";
import { startStorageWorld, type StorageWorld } from "./personas.ts";

let database: TestDatabase;
let proxy: DatabaseProxy;
let world: StorageWorld;
beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await createDatabaseProxy(database.url);
  world = await startStorageWorld({ databaseUrl: proxy.url });
});
afterAll(async () => {
  await world.close();
  await proxy.close();
  await database.drop();
});

const options = { contentType: "image/webp" };

test("an unavailable database is reported, and work continues when it is back", async () => {
  const webp = await picture();
  const name = world.name();
  await world.owner.photos.upload(name, webp, options);
  const { publicUrl } = world.visitor.photos.getPublicUrl(name).data;

  proxy.cut();
  const answer = await fetch(publicUrl);
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ statusCode: "503" });
  const { error } = await world.owner.photos.upload(world.name(), webp, options);
  expect(error).toMatchObject({ statusCode: "503" });

  proxy.restore();
  await expect.poll(async () => (await fetch(publicUrl)).status).toBe(200);
  expect((await world.owner.photos.upload(world.name(), webp, options)).error).toBeNull();
});

test("a file missing from the store is not found, and its row can be deleted", async () => {
  const name = world.name();
  await world.owner.photos.upload(name, await picture(), options);
  const { data } = await world.owner.photos.info(name);
  const path = join(
    world.site.dataDir,
    "storage/objects",
    data!.version.slice(0, 2),
    data!.version,
  );
  await rename(path, `${path}.away`);
  for (const transform of [undefined, { width: 20 }]) {
    const { publicUrl } = world.visitor.photos.getPublicUrl(name, { transform }).data;
    expect(await (await fetch(publicUrl)).json()).toMatchObject({ statusCode: "404" });
  }
  expect((await world.owner.photos.remove([name])).data).toHaveLength(1);
});
