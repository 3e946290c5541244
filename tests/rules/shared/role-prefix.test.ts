import { migrate, silentLogger } from "@maillotheque/backend";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";

import { readCatalogue } from "../../support/schema/catalogue.ts";
import { createTestDatabase, SUPABASE_DIR, type TestDatabase } from "../../support/database.ts";

const prefix = `p${randomUUID().slice(0, 8)}_`;
let plain: TestDatabase;
let server: pg.Client;

beforeAll(async () => {
  plain = await createTestDatabase();
  server = await connect(inject("superuserUrl"));
  // The owner may make the roles.
  await server.query(`create role ${prefix} login createrole password '${prefix}'`);
  await server.query(`create database ${prefix} owner ${prefix}`);
});
afterAll(async () => {
  await plain.drop();
  await server.query(`drop database ${prefix} with (force)`);
  const { rows } = await server.query<{ rolname: string }>(
    `select rolname from pg_roles where starts_with(rolname, '${prefix}') order by length(rolname) desc`,
  );
  for (const { rolname } of rows) await server.query(`drop role ${rolname}`);
  await server.end();
});

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

async function catalogueOf(url: string): Promise<string[]> {
  const client = await connect(url);
  return readCatalogue(client).finally(() => client.end());
}

// What belongs to whom, every policy, trigger and function: with the names of the roles and nothing else.
test("roles with a prefix get the same schema and the same rights", async () => {
  const changes = { username: prefix, password: prefix, pathname: `/${prefix}` };
  const url = Object.assign(new URL(inject("superuserUrl")), changes).href;
  await migrate(url, join(SUPABASE_DIR, "migrations"), silentLogger, prefix);

  const owner = new URL(plain.url).username;
  const named = (texts: string[]) => texts.map(inOrder).sort();
  const raw = await catalogueOf(url);
  // Without the prefix the names remain only as claims of a token.
  const bare = raw.flatMap((text) => [
    ...text.matchAll(
      /\S+ \S+ (?<!\w)'(?:anon|authenticated|service_role)\b|\b(?:anon|authenticated|service_role)\b/g,
    ),
  ]);
  expect([...new Set(bare.map(([found]) => found.replace(/^\(/, "")))].sort()).toEqual([
    "auth.role() = 'service_role",
    "f default 'authenticated",
  ]);
  const found = raw.map((text) =>
    text.replaceAll(new RegExp(`\\b${prefix}(?!\\w)`, "g"), owner).replaceAll(prefix, ""),
  );
  const expected = await catalogueOf(plain.url);
  expect(expected.join()).toContain("authenticated");
  expect(named(found)).toEqual(named(expected));
});

/** PostgreSQL lists roles in the order in which they were made. */
function inOrder(text: string): string {
  return text
    .split(/[ ,{}]+/)
    .sort()
    .join(" ");
}
