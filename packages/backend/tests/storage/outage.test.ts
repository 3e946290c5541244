import { rename } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { createDatabaseProxy, type DatabaseProxy } from "../../src/testing/database-proxy.ts";
import { picture } from "../../src/testing/images.ts";
import { startStorageFixture, type StorageFixture } from "./personas.ts";

let database: TestDatabase;
let proxy: DatabaseProxy;
let fixture: StorageFixture;
beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await createDatabaseProxy(database.url);
  fixture = await startStorageFixture({ databaseUrl: proxy.url });
});
afterAll(async () => {
  await fixture.close();
  await proxy.close();
  await database.drop();
});

const options = { contentType: "image/webp" };

test("an unavailable database is reported, and work continues when it is back", async () => {
  const webp = await picture();
  const name = fixture.name();
  await fixture.owner.photos.upload(name, webp, options);
  const { publicUrl } = fixture.visitor.photos.getPublicUrl(name).data;

  proxy.cut();
  const answer = await fetch(publicUrl);
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ statusCode: "503" });
  const { error } = await fixture.owner.photos.upload(fixture.name(), webp, options);
  expect(error).toMatchObject({ statusCode: "503" });

  proxy.restore();
  await expect.poll(async () => (await fetch(publicUrl)).status).toBe(200);
  expect((await fixture.owner.photos.upload(fixture.name(), webp, options)).error).toBeNull();
});

test("a file missing from the store is not found, and its row can be deleted", async () => {
  const name = fixture.name();
  await fixture.owner.photos.upload(name, await picture(), options);
  const { data } = await fixture.owner.photos.info(name);
  const path = join(
    fixture.site.dataDir,
    "storage/objects",
    data!.version.slice(0, 2),
    data!.version,
  );
  await rename(path, `${path}.away`);
  for (const transform of [undefined, { width: 20 }]) {
    const { publicUrl } = fixture.visitor.photos.getPublicUrl(name, { transform }).data;
    expect(await (await fetch(publicUrl)).json()).toMatchObject({ statusCode: "404" });
  }
  expect((await fixture.owner.photos.remove([name])).data).toHaveLength(1);
});
