import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { MERGE } from "../support/merge.ts";
import { createRules, type Persona, type Rules, type Scenario } from "../support/rules.ts";
import { addFiles, createFixture, publicUrl, type Fixture } from "../support/fixture.ts";

// A submission's ids are the client's, so that every insert can be sent again.

let rules: Rules;
let fixture: Fixture;

beforeAll(async () => {
  rules = await createRules();
  fixture = await createFixture(rules);
  await addFiles(rules, rules.ids.owner, ["a.webp", "b.webp"]);
  await addFiles(rules, rules.ids.stranger, ["a.webp"]);
});
afterAll(() => rules.close());

const INSERT = `insert into jerseys (id, author_id, league, competition_id, season_id, team, title)
  values ($1, auth.uid(), 'SOCCER', $2, $3, 'ASSE', $4)`;
const ONCE = `${INSERT} on conflict (id) do nothing`;
const INSERT_IMAGE = "insert into jersey_images (id, jersey_id, url) values ($1, $2, $3)";
const IMAGE_ONCE = `${INSERT_IMAGE} on conflict (id) do nothing`;

const facts = (id: string, title = "Maillot domicile") => [
  id,
  fixture.competition,
  fixture.season,
  title,
];

const imagesOf = async (
  { as }: Scenario,
  persona: Persona,
  jersey: string,
): Promise<{ id: string; url: string }[]> =>
  (
    await as(persona, "select id, url from jersey_images where jersey_id = $1 order by id", [
      jersey,
    ])
  ).rows;

describe("a jersey with an id from the author", () => {
  it("is stored once, however often it is sent", () =>
    rules.scenario(async ({ outcome, as }) => {
      const id = randomUUID();
      expect(await outcome("owner", ONCE, facts(id))).toBe(1);
      const before = (await as("owner", "select * from jerseys where id = $1", [id])).rows;
      expect(await outcome("owner", ONCE, facts(id, "Autre titre"))).toBe(0);
      expect((await as("owner", "select * from jerseys where id = $1", [id])).rows).toEqual(before);
      expect(before).toMatchObject([{ title: "Maillot domicile", status: "pending" }]);
    }));

  it("can be deleted by its author and sent again", () =>
    rules.scenario(async ({ outcome }) => {
      const id = randomUUID();
      expect(await outcome("owner", ONCE, facts(id))).toBe(1);
      expect(await outcome("owner", "delete from jerseys where id = $1", [id])).toBe(1);
      expect(await outcome("owner", ONCE, facts(id))).toBe(1);
    }));

  it("gets an id from the database if it has none", async () => {
    const without = INSERT.replace("(id, ", "(")
      .replace("($1, ", "(")
      .replace(/\$(\d)/g, (_, n) => `$${n - 1}`);
    expect(await rules.everyone(without, facts("").slice(1))).toEqual({
      visitor: "42501",
      owner: 1,
      stranger: 1,
      admin: 1,
    });
  });
});

describe("another member's id", () => {
  /** The complete answer to a stranger. */
  const refusal = async (scenario: Scenario, statement: string, id: string) => {
    const error: Record<string, unknown> = await scenario
      .as("stranger", statement, facts(id, "Pris"))
      .then(
        () => ({}),
        (thrown) => thrown,
      );
    const { code, constraint, detail, message, table } = error;
    return { code, constraint, detail, message, table };
  };

  it.each(["approved", "pending", "rejected", "inactive"] as const)(
    "of a jersey that is %s: refused, nothing changes, and the answer is the same",
    (state) =>
      rules.scenario(async (scenario) => {
        const id = fixture[state];
        const row = () => scenario.system("select * from jerseys where id = $1", [id]);
        const before = (await row()).rows;
        for (const statement of [INSERT, ONCE]) {
          expect(await refusal(scenario, statement, id)).toEqual({
            code: "23505",
            constraint: "jerseys_pkey",
            detail: `Key (id)=(${id}) already exists.`,
            message: 'duplicate key value violates unique constraint "jerseys_pkey"',
            table: "jerseys",
          });
        }
        expect((await row()).rows).toEqual(before);
      }),
  );

  it("stays taken after the jersey is deleted, because its address and history remain", () =>
    rules.scenario(async (scenario) => {
      expect(
        await scenario.outcome("owner", "delete from jerseys where id = $1", [fixture.pending]),
      ).toBe(1);
      for (const statement of [INSERT, ONCE]) {
        expect(await refusal(scenario, statement, fixture.pending)).toMatchObject({
          code: "23505",
        });
      }
    }));

  it("of a merged jersey still redirects, for its former author too", () =>
    rules.scenario(async ({ as, outcome }) => {
      await as("admin", MERGE, [fixture.pending, fixture.approved]);
      expect(await outcome("owner", ONCE, facts(fixture.pending))).toBe("23505");
      expect(await outcome("stranger", ONCE, facts(fixture.pending))).toBe("23505");
    }));
});

describe("images with ids from the author", () => {
  const url = (name: string) => publicUrl(rules.ids.owner, name);

  it("are stored once, however often they are sent", () =>
    rules.scenario(async (scenario) => {
      const { outcome } = scenario;
      const [jersey, a, b] = [randomUUID(), randomUUID(), randomUUID()];
      await outcome("owner", ONCE, facts(jersey));
      const both = `${INSERT_IMAGE}, ($4, $2, $5) on conflict (id) do nothing`;
      const values = [a, jersey, url("a.webp"), b, url("b.webp")];
      expect(await outcome("owner", both, values)).toBe(2);
      const before = await imagesOf(scenario, "owner", jersey);
      expect(await outcome("owner", both, values)).toBe(0);
      expect(await imagesOf(scenario, "owner", jersey)).toEqual(before);
      expect(before).toHaveLength(2);
    }));

  it("stay unchanged if they exist on another jersey", () =>
    rules.scenario(async (scenario) => {
      const { outcome } = scenario;
      const jersey = randomUUID();
      await outcome("stranger", ONCE, facts(jersey));
      const own = publicUrl(rules.ids.stranger, "a.webp");
      const before = await imagesOf(scenario, "owner", fixture.pending);
      expect(await outcome("stranger", IMAGE_ONCE, [fixture.pendingImage, jersey, own])).toBe(0);
      expect(await imagesOf(scenario, "owner", fixture.pending)).toEqual(before);
      expect(await imagesOf(scenario, "stranger", jersey)).toEqual([]);
    }));

  it("cannot be added to another member's jersey", () =>
    rules.scenario(async ({ outcome }) => {
      const own = publicUrl(rules.ids.stranger, "a.webp");
      expect(await outcome("stranger", IMAGE_ONCE, [randomUUID(), fixture.pending, own])).toBe(
        "42501",
      );
      expect(
        await outcome("stranger", IMAGE_ONCE, [fixture.pendingImage, fixture.pending, own]),
      ).toBe("42501");
    }));

  it("are never more than five, also when sent again", () =>
    rules.scenario(async ({ outcome, system }) => {
      const jersey = randomUUID();
      await outcome("owner", ONCE, facts(jersey));
      const ids = Array.from({ length: 6 }, () => randomUUID());
      await addFiles({ system }, rules.ids.owner, ids);
      for (const id of ids.slice(0, 5)) {
        expect(await outcome("owner", IMAGE_ONCE, [id, jersey, url(id)])).toBe(1);
      }
      expect(await outcome("owner", IMAGE_ONCE, [ids[0], jersey, url(ids[0]!)])).toBe(0);
      expect(await outcome("owner", IMAGE_ONCE, [ids[5], jersey, url(ids[5]!)])).toBe("23514");
    }));
});
