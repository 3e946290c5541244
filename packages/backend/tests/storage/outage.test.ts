import { rename } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

import { createTestDatabase, type TestDatabase } from "../../../../tests/support/database.ts";
import { createWire, type Wire } from "../../../../tests/support/wire.ts";
import { picture } from "./images.ts";
import { startStorageWorld, type StorageWorld } from "./personas.ts";

let database: TestDatabase;
let wire: Wire;
let world: StorageWorld;
beforeAll(async () => {
  database = await createTestDatabase();
  wire = await createWire(database.url);
  world = await startStorageWorld({ databaseUrl: wire.url });
});
afterAll(async () => {
  await world.close();
  await wire.close();
  await database.drop();
});

const options = { contentType: "image/webp" };

test("a database that goes away is told, and work goes on when it is back", async () => {
  const webp = await picture();
  const name = world.name();
  await world.owner.jerseys.upload(name, webp, options);
  const { publicUrl } = world.visitor.jerseys.getPublicUrl(name).data;

  wire.cut();
  const answer = await fetch(publicUrl);
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ statusCode: "503" });
  const { error } = await world.owner.jerseys.upload(world.name(), webp, options);
  expect(error).toMatchObject({ statusCode: "503" });

  wire.mend();
  await expect.poll(async () => (await fetch(publicUrl)).status).toBe(200);
  expect((await world.owner.jerseys.upload(world.name(), webp, options)).error).toBeNull();
});

test("a file that is gone from the store is not found, and its row can still be removed", async () => {
  const name = world.name();
  await world.owner.jerseys.upload(name, await picture(), options);
  const { data } = await world.owner.jerseys.info(name);
  const path = join(
    world.site.dataDir,
    "storage/objects",
    data!.version.slice(0, 2),
    data!.version,
  );
  await rename(path, `${path}.away`);
  for (const transform of [undefined, { width: 20 }]) {
    const { publicUrl } = world.visitor.jerseys.getPublicUrl(name, { transform }).data;
    expect(await (await fetch(publicUrl)).json()).toMatchObject({ statusCode: "404" });
  }
  expect((await world.owner.jerseys.remove([name])).data).toHaveLength(1);
});
