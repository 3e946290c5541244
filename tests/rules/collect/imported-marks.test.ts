import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { MERGE } from "../support/merge.ts";
import { createRules, type Persona, type Rules, type Scenario } from "../support/rules.ts";
import { addJerseys, createFixture, type Fixture } from "../support/fixture.ts";

let rules: Rules;
let fixture: Fixture;

beforeAll(async () => {
  rules = await createRules();
  fixture = await createFixture(rules);
});
afterAll(() => rules.close());

async function begun({ as }: Scenario, persona: Persona = "stranger"): Promise<string> {
  const id = randomUUID();
  await as(persona, "insert into collection_imports (id, line_count) values ($1, 3)", [id]);
  return id;
}

async function send(
  { as }: Scenario,
  id: string,
  lines: object[],
  persona: Persona = "stranger",
): Promise<string[]> {
  const { rows } = await as(persona, "select import_copies($1, $2, true) as result", [
    id,
    JSON.stringify(lines),
  ]);
  return rows[0].result.gone;
}

async function undo({ as }: Scenario, id: string) {
  return (await as("stranger", "select undo_import($1) as result", [id])).rows[0].result;
}

const wish = (details: object = {}, jersey_id = fixture.approved) => ({
  key: "wish#0",
  kind: "wish",
  jersey_id,
  details,
});
const vote = (cast: string, jersey_id = fixture.approved) => ({
  key: "vote#0",
  kind: "vote",
  jersey_id,
  vote: cast,
});
const wishes = async ({ as }: Scenario) =>
  (await as("stranger", "select jersey_id, size, note from user_wishlists")).rows;
const votes = async ({ as }: Scenario) =>
  (await as("stranger", "select jersey_id, vote from jersey_votes")).rows;
const upvotes = async ({ system }: Scenario) =>
  (await system("select upvotes from jerseys where id = $1", [fixture.approved])).rows[0].upvotes;

describe("imported wishes and votes", () => {
  it("are not older than clients can tell", () =>
    rules.scenario(async (scenario) => {
      for (const added_at of ["-infinity", "0044-03-15 BC"]) {
        await scenario.system("savepoint one");
        await send(scenario, await begun(scenario), [
          { ...wish(), added_at },
          { key: "copy#0", jersey_id: fixture.approved, added_at },
        ]);
        const { rows } = await scenario.as(
          "stranger",
          "select created_at from user_wishlists union all select created_at from copies",
        );
        const oldest = new Date("1900-01-01T00:00:00Z");
        expect(rows).toEqual([{ created_at: oldest }, { created_at: oldest }]);
        await scenario.system("rollback to savepoint one");
      }
    }));

  it("are added once, with what they say, counted, and taken back with the import", () =>
    rules.scenario(async (scenario) => {
      const before = await upvotes(scenario);
      const details = {
        size_scale: "women",
        size: " M ",
        highest_price: "49.90",
        currency: "EUR",
        note: "à Noël",
      };
      const lines = [{ ...wish(details), added_at: "2020-01-02T03:04:05.678901Z" }, vote("up")];
      const id = await begun(scenario);
      expect(await send(scenario, id, lines)).toEqual([]);
      expect(await send(scenario, id, lines)).toEqual([]);
      const { rows } = await scenario.as(
        "stranger",
        "select created_at, size_scale, size, highest_price, currency, note from user_wishlists",
      );
      expect(rows).toEqual([
        { ...details, size: "M", created_at: new Date("2020-01-02T03:04:05.678Z") },
      ]);
      expect(await votes(scenario)).toEqual([{ jersey_id: fixture.approved, vote: "up" }]);
      expect(await upvotes(scenario)).toBe(before + 1);
      const { rows: counts } = await scenario.as(
        "stranger",
        "select added, wishes, votes from collection_imports",
      );
      expect(counts).toEqual([{ added: 0, wishes: 1, votes: 1 }]);
      expect(await undo(scenario, id)).toMatchObject({ wishes: 1, votes: 1, removed: 0 });
      expect(await wishes(scenario)).toEqual([]);
      expect(await votes(scenario)).toEqual([]);
      expect(await upvotes(scenario)).toBe(before);
    }));

  it("leave alone what is there already, and undoing does too", () =>
    rules.scenario(async (scenario) => {
      await scenario.as(
        "stranger",
        "insert into user_wishlists (jersey_id, size) values ($1, 'S')",
        [fixture.approved],
      );
      await scenario.as(
        "stranger",
        "insert into jersey_votes (jersey_id, vote) values ($1, 'down')",
        [fixture.approved],
      );
      const id = await begun(scenario);
      await send(scenario, id, [wish({ size: "XL" }), vote("up")]);
      expect(await undo(scenario, id)).toMatchObject({ wishes: 0, votes: 0 });
      expect(await wishes(scenario)).toMatchObject([{ size: "S" }]);
      expect(await votes(scenario)).toMatchObject([{ vote: "down" }]);
    }));

  it("stay when they were changed since the import", () =>
    rules.scenario(async (scenario) => {
      const id = await begun(scenario);
      await send(scenario, id, [wish(), vote("up")]);
      await scenario.as("stranger", "update user_wishlists set note = 'à moi'");
      await scenario.as("stranger", "update jersey_votes set vote = 'down'");
      expect(await undo(scenario, id)).toMatchObject({ wishes: 0, votes: 0 });
      expect(await wishes(scenario)).toMatchObject([{ note: "à moi" }]);
      expect(await votes(scenario)).toMatchObject([{ vote: "down" }]);
    }));

  it("move with a merge, and are still taken back", () =>
    rules.scenario(async (scenario) => {
      const [yellow] = await addJerseys(scenario, fixture, rules.ids.owner, ["Maillot jaune"]);
      const id = await begun(scenario);
      await send(scenario, id, [wish({}, yellow!), vote("up", yellow!)]);
      await scenario.as("admin", MERGE, [yellow!, fixture.approved]);
      expect(await votes(scenario)).toEqual([{ jersey_id: fixture.approved, vote: "up" }]);
      expect(await undo(scenario, id)).toMatchObject({ wishes: 1, votes: 1 });
    }));

  it("are taken back where a merge set the vote aside for another one", () =>
    rules.scenario(async (scenario) => {
      const [yellow] = await addJerseys(scenario, fixture, rules.ids.owner, ["Maillot jaune"]);
      const id = await begun(scenario);
      await send(scenario, id, [vote("up", yellow!)]);
      await scenario.as(
        "stranger",
        "insert into jersey_votes (jersey_id, vote) values ($1, 'down')",
        [fixture.approved],
      );
      await scenario.as("admin", MERGE, [yellow!, fixture.approved]);
      expect(await undo(scenario, id)).toMatchObject({ votes: 1 });
      expect(await votes(scenario)).toEqual([{ jersey_id: fixture.approved, vote: "down" }]);
    }));

  it("are only for jerseys that the member may wish for, or vote on", () =>
    rules.scenario(async (scenario) => {
      const id = await begun(scenario);
      for (const hidden of [fixture.pending, fixture.inactive, randomUUID()]) {
        expect(await send(scenario, id, [wish({}, hidden)])).toEqual(["wish#0"]);
        expect(await send(scenario, id, [vote("up", hidden)])).toEqual(["vote#0"]);
      }
      // Its author reads a pending jersey and may wish for it, but nobody votes on it.
      const own = await begun(scenario, "owner");
      const lines = [wish({}, fixture.pending), vote("up", fixture.pending)];
      expect(await send(scenario, own, lines, "owner")).toEqual(["vote#0"]);
      expect(await wishes(scenario)).toEqual([]);
      expect(await votes(scenario)).toEqual([]);
    }));

  it.each([
    ["a size that is too long", () => wish({ size: "x".repeat(21) }), "23514"],
    ["a price without currency", () => wish({ highest_price: 1 }), "23514"],
    ["a price that is none", () => wish({ highest_price: "x" }), "PT400"],
    ["a jersey that is none", () => wish({}, "x"), "PT400"],
  ])("are refused with %s, and the whole batch with them", (_, line, refusal) =>
    rules.scenario(async (scenario) => {
      const id = await begun(scenario);
      expect(
        await scenario.outcome("stranger", "select import_copies($1, $2)", [
          id,
          JSON.stringify([vote("up"), line()]),
        ]),
      ).toBe(refusal);
      expect(await votes(scenario)).toEqual([]);
    }),
  );

  it("a vote that is neither up nor down is left out", () =>
    rules.scenario(async (scenario) => {
      await send(scenario, await begun(scenario), [vote("sideways")]);
      expect(await votes(scenario)).toEqual([]);
    }));

  it("tell nobody else what they did", async () => {
    for (const table of ["imported_wishes", "imported_votes"]) {
      expect(await rules.everyone(`select from private.${table}`)).toEqual({
        visitor: "42501",
        owner: "42501",
        stranger: "42501",
        admin: "42501",
      });
    }
  });

  it("are forgotten when they can't be undone any more", () =>
    rules.scenario(async (scenario) => {
      await send(scenario, await begun(scenario), [wish(), vote("up")]);
      await scenario.system("update collection_imports set created_at = now() - interval '8 days'");
      await scenario.system("select sweep_imports()");
      for (const table of ["imported_wishes", "imported_votes"]) {
        expect((await scenario.system(`select from private.${table}`)).rowCount).toBe(0);
      }
      expect(await wishes(scenario)).toHaveLength(1);
    }));
});

describe("matching wishes and votes", () => {
  const match = async ({ as }: Scenario, line: object, persona: Persona = "stranger") =>
    (await as(persona, "select match_copies($1) as result", [JSON.stringify([line])])).rows[0]
      .result[0].candidates as { id: string; mine: string | null }[];
  const requested = (kind: string, id: string) => ({ kind, key: "k", jersey: { id } });

  it("tells the caller's own, nobody else's", () =>
    rules.scenario(async (scenario) => {
      for (const kind of ["wish", "vote"]) {
        expect(await match(scenario, requested(kind, fixture.approved))).toMatchObject([
          { mine: null },
        ]);
      }
      await send(scenario, await begun(scenario), [wish(), vote("down")]);
      expect(await match(scenario, requested("wish", fixture.approved))).toMatchObject([
        { id: fixture.approved, mine: "wish" },
      ]);
      expect(await match(scenario, requested("vote", fixture.approved))).toMatchObject([
        { mine: "down" },
      ]);
      for (const persona of ["owner", "admin"] as const) {
        expect(await match(scenario, requested("vote", fixture.approved), persona)).toMatchObject([
          { mine: null },
        ]);
      }
    }));

  it("offers votes on public jerseys only", () =>
    rules.scenario(async (scenario) => {
      expect(await match(scenario, requested("wish", fixture.pending), "owner")).toHaveLength(1);
      expect(await match(scenario, requested("vote", fixture.pending), "owner")).toEqual([]);
      expect(await match(scenario, requested("wish", fixture.pending))).toEqual([]);
    }));
});
