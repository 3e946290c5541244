import { createClient } from "@supabase/supabase-js";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, expectTypeOf, it } from "vitest";

import type { Database } from "../../../app/shared/data/database.types.ts";
import { readCatalogue } from "../../../scripts/types/catalogue.ts";
import { renderTypes } from "../../../scripts/types/render.ts";
import { createRules, type Rules } from "../support/rules.ts";

const FILE = join(import.meta.dirname, "../../../app/shared/data/database.types.ts");

let rules: Rules;

beforeAll(async () => {
  rules = await createRules();
});
afterAll(() => rules.close());

const generate = async () => renderTypes(await readCatalogue({ query: rules.system } as never));

it("app/shared/data/database.types.ts equals the output of `npm run types`", async () => {
  expect(await readFile(FILE, "utf8")).toBe(await generate());
});

it("an additional column makes it outdated", () =>
  rules.scenario(async ({ system }) => {
    await system("alter table jerseys add column colour text");
    expect(await generate()).not.toBe(await readFile(FILE, "utf8"));
  }));

it("another privilege makes it outdated", () =>
  rules.scenario(async ({ system }) => {
    await system("grant update (upvotes) on jerseys to authenticated");
    expect(await generate()).not.toBe(await readFile(FILE, "utf8"));
  }));

it("the types describe what a query returns", () => {
  const client = createClient<Database>("http://127.0.0.1", "key");
  const query = client
    .from("jerseys")
    .select("title, league, competitions(name), profiles(username), jersey_images(url)")
    .single();
  type Jersey = NonNullable<Awaited<typeof query>["data"]>;
  expectTypeOf<Jersey>().toEqualTypeOf<{
    title: string;
    league: "NBA" | "NFL" | "NHL" | "SOCCER" | "ESPORT";
    competitions: { name: string };
    profiles: { username: string } | null;
    jersey_images: { url: string }[];
  }>();
  expectTypeOf(client.rpc<"is_admin", { user_id: string }>)
    .parameter(1)
    .toEqualTypeOf<{ user_id: string } | undefined>();
});
