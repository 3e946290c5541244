import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { fold, slug, teamSlug } from "../../../app/shared/domain/slug.ts";
import { wholeWords, words } from "../../../app/shared/domain/words.ts";
import { createRules, type Rules } from "../support/rules.ts";

let rules: Rules;

beforeAll(async () => {
  rules = await createRules();
});
afterAll(() => rules.close());

async function inDatabase(texts: string[]) {
  const { rows } = await rules.system(
    `select private.fold(value) fold, private.slug(value) slug, private.team_slug(value) team,
       private.words(value) words, private.whole_words(value) whole
     from unnest($1::text[]) with ordinality as given (value, place) order by place`,
    [texts],
  );
  return rows;
}

const inTypeScript = (texts: string[]) =>
  texts.map((text) => ({
    fold: fold(text),
    slug: slug(text),
    team: teamSlug(text),
    words: words(text),
    whole: wholeWords(text),
  }));

const NAMES = [
  "",
  "Paris Saint-Germain",
  "Atlético de Madrid",
  "Fenerbahçe İstanbul, ığdır, ŞİŞLİ, Çaykur Rizespor",
  "Śląsk Wrocław, Łódź, Żółć, GÓRNIK ZABRZE",
  "Großaspach, STRAẞE, Fußball",
  "Œuvre, cœur, ÆRØ, Þór Akureyri, Víkingur Ólafsvík, Høgskolen, Đurđevac",
  "Зенит, ЦСКА Москва, Шахтёр, Щёкино, объём, Динамо Київ, Ґалаґан, Єдність, Їжак",
  "Црвена звезда, Партизан Београд, Љубљана, Њива, Џеп, Ђоковић, Ѓорче, Ќафа, Ѕвезда",
  "ΠΑΟΚ Θεσσαλονίκης, Ολυμπιακός, Παναθηναϊκός, Ψυχικό, ΆΈΉΊΌΎΏ ϊΐϋΰ",
  "鹿島アントラーズ, 수원 삼성, الهلال, הפועל",
  "ﬁnale ½ Nº 10 ™ ② Ⅳ ａｂｃ",
  "d’Ivoire d'Ivoire dʼIvoire",
  "P.S.G., A.C. Milan, F. C. Nantes, D.C United, EE. UU., St. A. 1.FC, a.b",
  "Queen’s Park, Newell's, Kingʼs, Levi´s, women`s, 90's, l's, sos",
  "--- a  --  b ---",
  "👕🏆",
];

describe("fold, slug, teamSlug and words have the same results in SQL and TypeScript", () => {
  it("for names in many languages", async () => {
    expect(await inDatabase(NAMES)).toEqual(inTypeScript(NAMES));
  });

  it("for every letter of the Latin, Greek and Cyrillic blocks", async () => {
    const letters: string[] = [];
    for (const [from, to] of [
      [0x20, 0x24f],
      [0x300, 0x52f],
      [0x1e00, 0x22ff],
    ] as const) {
      for (let code = from; code <= to; code += 1) letters.push(String.fromCodePoint(code));
    }
    expect(await inDatabase(letters)).toEqual(inTypeScript(letters));
  });

  it("for random text", async () => {
    // Without letters added to Unicode after 2021: PostgreSQL up to 15 doesn't know them.
    const texts = fc
      .sample(fc.string({ unit: "grapheme", maxLength: 30 }), { numRuns: 500, seed: 76 })
      .map((text) => text.replace(/[\u0000\u{1e030}-\u{1e06d}]/gu, ""));
    expect(await inDatabase(texts)).toEqual(inTypeScript(texts));
  });
});
