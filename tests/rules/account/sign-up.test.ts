import fc from "fast-check";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { createRules, type Rules, type Scenario } from "../support/rules.ts";

let rules: Rules;

beforeAll(async () => {
  rules = await createRules();
});
afterAll(() => rules.close());

/** Nobody is given a name: in public the site shows a word for it. */
const UNNAMED = expect.stringMatching(/^member_[0-9a-f]{12}$/);

async function signUp({ system }: Scenario, metadata: unknown) {
  const id = randomUUID();
  await system("insert into auth.users (id, raw_user_meta_data) values ($1, $2)", [
    id,
    metadata === undefined ? null : JSON.stringify(metadata),
  ]);
  const { rows } = await system("select username, display_name from profiles where id = $1", [id]);
  expect(rows).toHaveLength(1);
  return rows[0];
}

describe("a sign-up", () => {
  it.each([
    ["a good username", { username: "vert_76", display_name: " Jean " }, "vert_76", "Jean"],
    ["capitals and accents", { username: "Élodie Été" }, "elodie_ete", null],
    ["a username too long", { username: "a".repeat(40) }, "a".repeat(30), null],
    ["no username but a name", { display_name: "Zoé Ø" }, "zoe_o", "Zoé Ø"],
    ["a name too long", { username: "abc", display_name: "b".repeat(99) }, "abc", "b".repeat(60)],
    ["nothing usable", { username: "!!", display_name: "鹿" }, UNNAMED, "鹿"],
    [
      "the names of a provider",
      { full_name: "Zinédine Z.", name: "Z", user_name: "zizou98" },
      "zizou98",
      "Zinédine Z.",
    ],
    ["only a provider's short name", { user_name: "zizou98" }, "zizou98", "zizou98"],
    [
      "blank names before a good one",
      { display_name: " ", full_name: "", name: "Zoé" },
      "zoe",
      "Zoé",
    ],
    [
      "an address for a name",
      { full_name: "zoe@example.org", user_name: "a@b.org" },
      UNNAMED,
      null,
    ],
    [
      "names of its own and a provider's",
      { username: "mine", user_name: "theirs" },
      "mine",
      "theirs",
    ],
    ["no metadata", undefined, UNNAMED, null],
    ["metadata of another shape", ["username"], UNNAMED, null],
  ])("with %s gets a profile", (_, metadata, username, display_name) =>
    rules.scenario(async (scenario) => {
      expect(await signUp(scenario, metadata)).toEqual({ username, display_name });
    }),
  );

  it("with a taken name gets a suffix", () =>
    rules.scenario(async (scenario) => {
      for (const username of ["owner", "OWNER", "Öwner"]) {
        const profile = await signUp(scenario, { username });
        expect(profile.username).toMatch(/^owner_[0-9a-f]{4}$/);
      }
      const long = { username: "z".repeat(30) };
      await signUp(scenario, long);
      expect((await signUp(scenario, long)).username).toMatch(/^z{25}_[0-9a-f]{4}$/);
    }));

  it("never fails because of its metadata", () =>
    fc.assert(
      fc.asyncProperty(fc.jsonValue(), fc.string({ unit: "grapheme" }), (value, name) => {
        const metadata = fc.stringify([value, name]).includes("\\u0000")
          ? {}
          : { username: value, display_name: name.replaceAll("\u0000", "") };
        return rules.scenario(async (scenario) => {
          const { username } = await signUp(scenario, metadata);
          expect(username).toMatch(/^[a-z0-9_]{3,30}$/);
        });
      }),
      { numRuns: 150, seed: 76 },
    ));
});
