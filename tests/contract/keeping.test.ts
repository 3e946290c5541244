import { afterAll, beforeAll, expect, test } from "vitest";

import { readAdminBrand, saveBrand } from "../../app/data/brands/admin-brands.ts";
import { StaleRowError } from "../../app/data/database-error.ts";
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

test("an administrator adds and changes a row, but does not overwrite somebody else's change", async () => {
  const added = await saveBrand(admin, { name: "Duarig", priority: 1 });
  expect(added).toMatchObject({ name: "Duarig", priority: 1 });
  expect(await readAdminBrand(admin, added.id)).toEqual(added);

  const changed = await saveBrand(admin, { name: "Duarig", priority: 2 }, added);
  expect(changed).toMatchObject({ id: added.id, priority: 2 });
  await expect(saveBrand(admin, { name: "Uhlsport", priority: 3 }, added)).rejects.toThrow(
    StaleRowError,
  );
  expect(await readAdminBrand(admin, added.id)).toEqual(changed);
  expect(await readAdminBrand(admin, crypto.randomUUID())).toBeNull();
});
