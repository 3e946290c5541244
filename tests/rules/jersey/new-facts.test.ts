import { describe, expect, it } from "vitest";

import { setUpRules } from "../support/fixture.ts";
import type { Scenario } from "../support/rules.ts";
import { decide, suggest, undoRevision, yes } from "../support/suggestions.ts";

const { rules, fixture } = setUpRules(["reviewer", "member"]);

const set = ({ system }: Scenario, facts: string) =>
  system(`update jerseys set ${facts} where id = $1`, [fixture.approved]);

const derive = ({ system }: Scenario) => system("select public.derive(1000)");

const found = async ({ as }: Scenario, query: string) =>
  (
    await as("visitor", "select public.catalogue_page(jsonb_build_object('q', $1::text)) as page", [
      query,
    ])
  ).rows[0].page.ids as string[];

describe("a jersey's pattern, sponsor and product codes", () => {
  it.each([
    ["bande diagonale blanche", "pattern = 'sash', colors = '{red,white}'"],
    ["sash", "pattern = 'sash'"],
    ["carlsberg", "sponsor = 'Carlsberg'"],
    ["CD4185-422", "product_codes = '{CD4185-422}'"],
    ["cd4185 422", "product_codes = '{CD4185-422}'"],
    ["CD4185422", "product_codes = '{CD4185-422}'"],
  ])("are words of search: %s", (query, facts) =>
    rules.scenario(async (scenario) => {
      expect(await found(scenario, query)).not.toContain(fixture.approved);
      await set(scenario, facts);
      await derive(scenario);
      expect(await found(scenario, query)).toContain(fixture.approved);
    }),
  );

  it("are filters with their counts, each counted without itself", () =>
    rules.scenario(async (scenario) => {
      const { as } = scenario;
      await set(scenario, "pattern = 'sash', sponsor = 'Carlsberg'");
      await derive(scenario);
      const page = async (filter: object) =>
        (await as("visitor", "select public.catalogue_page($1) as page", [filter])).rows[0].page
          .ids as string[];
      const counts = async (filter: object) =>
        Object.fromEntries(
          (
            await as(
              "visitor",
              "select facet || ' ' || value as key, jerseys from public.catalogue_counts($1)",
              [filter],
            )
          ).rows.map(({ key, jerseys }) => [key, jerseys]),
        );
      expect(await page({ pattern: "sash" })).toEqual([fixture.approved]);
      expect(await page({ sponsor: "Carlsberg" })).toEqual([fixture.approved]);
      expect(await page({ sponsor: "Carlsberg", pattern: "plain" })).toEqual([]);
      const all = await counts({});
      expect(all).toMatchObject({ "pattern sash": 1, "sponsor Carlsberg": 1 });
      expect(await counts({ pattern: "sash" })).toMatchObject({
        "total ": 1,
        "without pattern": all["total "],
        "sponsor Carlsberg": 1,
      });
      expect(await counts({ sponsor: "Carlsberg" })).toMatchObject({
        "total ": 1,
        "without sponsor": all["total "],
        "sponsor Carlsberg": 1,
        "pattern sash": 1,
      });
      // Nothing has both: each alone would bring something.
      expect(await counts({ sponsor: "Carlsberg", q: "zzzz" })).toMatchObject({
        "total ": 0,
        "without q": 1,
        "without sponsor": 0,
      });
    }));

  it.each([
    ["pattern", "zigzag", "jerseys_pattern_known"],
    ["sponsor", "x".repeat(81), "jerseys_sponsor_length"],
    ["sponsor", "a\u200bb", "jerseys_sponsor_visible"],
    ["product_codes", ["CD4185-422", "cd4185 422"], "jerseys_product_codes_known"],
    ["product_codes", ["a1", "b1", "c1", "d1", "e1", "f1"], "jerseys_product_codes_known"],
    ["product_codes", ["CD_4185"], "jerseys_product_codes_known"],
  ])("are refused: %s %s", (fact, value, constraint) =>
    rules.scenario(async (scenario) => {
      const asked = suggest(scenario, { target: fixture.approved, changes: { [fact]: value } });
      await expect(asked).rejects.toMatchObject({ constraint });
    }),
  );

  it("are suggested, accepted, told in the history and undone", () =>
    rules.scenario(async (scenario) => {
      const { system } = scenario;
      const facts = { pattern: "hoops", sponsor: " Opel ", product_codes: ["742/123"] };
      const { id } = await suggest(scenario, { target: fixture.approved, changes: facts });
      await decide(scenario, id, { pattern: yes, sponsor: yes, product_codes: yes });
      const jersey = async () =>
        (
          await system("select pattern, sponsor, product_codes from jerseys where id = $1", [
            fixture.approved,
          ])
        ).rows[0];
      expect(await jersey()).toEqual({ ...facts, sponsor: "Opel" });
      const revision = (
        await system(
          "select id, changes from revisions where target_id = $1 order by id desc limit 1",
          [fixture.approved],
        )
      ).rows[0];
      expect(revision.changes).toMatchObject({
        pattern: { before: null, after: "hoops" },
        sponsor: { before: null, after: "Opel" },
        product_codes: { before: [], after: ["742/123"] },
      });
      await undoRevision(scenario, "reviewer", revision.id);
      expect(await jersey()).toEqual({ pattern: null, sponsor: null, product_codes: [] });
    }));
});
