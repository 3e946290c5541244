import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { type Language, LANGUAGES } from "../../../app/shared/i18n/languages.ts";
import { createFixture, type Fixture } from "../support/fixture.ts";
import { createRules, type Rules } from "../support/rules.ts";

/**
 * What the database knows of each language besides the names of countries, kit types and colours
 * (search.test.ts). A new language needs its words here, then in the schema: the types ask for them.
 */
const WORDS: Record<
  Language,
  { jersey: string; article: string; nineties: string[]; reserved: string[] }
> = {
  fr: { jersey: "maillot", article: "les", nineties: ["années 90"], reserved: ["aide", "équipe"] },
  en: {
    jersey: "shirt",
    article: "the",
    nineties: ["90s", "nineties"],
    reserved: ["help", "team"],
  },
  es: {
    jersey: "camiseta",
    article: "los",
    nineties: ["años noventa"],
    reserved: ["ayuda", "equipo"],
  },
  pt: {
    jersey: "camisa",
    article: "os",
    nineties: ["anos noventa"],
    reserved: ["ajuda", "suporte"],
  },
};

let rules: Rules;
let fixture: Fixture;

beforeAll(async () => {
  rules = await createRules();
  fixture = await createFixture(rules);
});
afterAll(() => rules.close());

async function value(expression: string, ...values: unknown[]): Promise<unknown> {
  const { rows } = await rules.system(`select ${expression} as value`, values);
  return rows[0].value;
}

describe.each(LANGUAGES)("the database in %s", (lang) => {
  const { jersey, article, nineties, reserved } = WORDS[lang];

  it("knows what a jersey is called, and articles", async () => {
    expect(await value("$1 = any (private.jersey_names())", jersey)).toBe(true);
    expect(await value("private.significant_words($1)", [jersey, article, "santos"])).toEqual([
      "santos",
    ]);
  });

  it.each(nineties)("understands %s", async (words) => {
    expect(await value("private.jersey_words($1) = array[private.decade_mark(1995)]", words)).toBe(
      true,
    );
  });

  it.each(reserved)("reserves the name %s", async (name) => {
    expect(await value("private.is_reserved($1)", name)).toBe(true);
  });

  it("takes aliases of teams and reports of visitors", () =>
    rules.scenario(async ({ system }) => {
      const alias = await system(
        "insert into team_aliases (team_id, alias, language) values ($1, 'Les Verts', $2)",
        [fixture.team, lang],
      );
      const report = await system(
        `insert into visitor_reports (target_type, target_id, title, category, reason, email, lang, origin)
         values ('jersey', $1, 'Maillot vert', 'other', 'Pas le bon', 'lea@example.org', $2, '203.0.113.9')`,
        [fixture.approved, lang],
      );
      expect([alias.rowCount, report.rowCount]).toEqual([1, 1]);
    }));
});
