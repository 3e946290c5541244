import { afterAll, beforeAll, expect, test } from "vitest";

import { readAdminBrand, saveBrand } from "../../app/curate/data/catalogue/admin-brands.ts";
import { StaleRowError } from "../../app/shared/data/database-error.ts";
import type { Client } from "../../app/shared/data/client.ts";
import { startBackendFixture, type BackendFixture } from "../support/backend-fixture.ts";

let fixture: BackendFixture;
let admin: Client;

beforeAll(async () => {
  fixture = await startBackendFixture();
  const { id, client } = await fixture.member();
  await fixture.sql("insert into auth.users (id, email) values ($1, 'admin@example.test')", [id]);
  await fixture.sql("insert into user_roles (user_id, role) values ($1, 'admin')", [id]);
  admin = client;
});
afterAll(() => fixture.close());

test("an administrator adds and changes a row, but does not overwrite somebody else's change", async () => {
  const added = await saveBrand(admin, { name: "Duarig" });
  expect(added).toMatchObject({ name: "Duarig" });
  expect(await readAdminBrand(admin, added.id)).toEqual(added);

  const changed = await saveBrand(admin, { name: "Duarig Sport" }, added);
  expect(changed).toMatchObject({ id: added.id, name: "Duarig Sport" });
  await expect(saveBrand(admin, { name: "Uhlsport" }, added)).rejects.toThrow(StaleRowError);
  expect(await readAdminBrand(admin, added.id)).toEqual(changed);
  expect(await readAdminBrand(admin, crypto.randomUUID())).toBeNull();
});
