import { afterAll, beforeAll, expect, test } from "vitest";

import { readBrandToKeep, saveBrand } from "../../app/data/brands/keep-brands.ts";
import { ChangedMeanwhile } from "../../app/data/catalogue/keeping.ts";
import type { Client } from "../../app/data/client.ts";
import { startWorld, type World } from "../support/world.ts";

let world: World;
let admin: Client;

beforeAll(async () => {
  world = await startWorld();
  const { id, client } = await world.member();
  await world.sql("insert into auth.users (id, email) values ($1, 'admin@example.test')", [id]);
  await world.sql("insert into user_roles (user_id, role) values ($1, 'admin')", [id]);
  admin = client;
});
afterAll(() => world.close());

test("an administrator adds and changes a row, but not over somebody else's change", async () => {
  const added = await saveBrand(admin, { name: "Duarig", priority: 1 });
  expect(added).toMatchObject({ name: "Duarig", priority: 1 });
  expect(await readBrandToKeep(admin, added.id)).toEqual(added);

  const changed = await saveBrand(admin, { name: "Duarig", priority: 2 }, added);
  expect(changed).toMatchObject({ id: added.id, priority: 2 });
  await expect(saveBrand(admin, { name: "Uhlsport", priority: 3 }, added)).rejects.toThrow(
    ChangedMeanwhile,
  );
  expect(await readBrandToKeep(admin, added.id)).toEqual(changed);
  expect(await readBrandToKeep(admin, crypto.randomUUID())).toBeNull();
});
