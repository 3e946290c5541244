import { describe, expect, test } from "vitest";

import { LANGUAGES } from "../../app/shared/i18n/languages.ts";
import { messagesOf } from "../../app/shared/i18n/loaded-messages.ts";
import type { LetterClaim } from "./claims.ts";
import { composeLetter } from "./letter.ts";
import { wasRefused } from "./send.ts";
import { MAIL_TEXTS } from "./texts/texts.ts";

const SITE = "https://maillotheque.example";
const KEY = "0f8fad5b-d9cb-469f-a165-70867728950e";
const JERSEY = {
  jersey_id: "7c9e6679-7425-40de-944b-e07fc1f90ae7",
  title: "Maillot <vert>",
  team_slug: "as-saint-etienne",
  kit_type_slug: "home",
  year: 1976,
};
const TEAM = "16fd2706-8baf-433b-82eb-8c7fada847da";
const PATH = "/jersey/as-saint-etienne/home/1976/7c9e6679-7425-40de-944b-e07fc1f90ae7";
const CLUB = {
  target_type: "team",
  target_id: "2fd14cd5-1b80-4d86-a5f9-8d4e6d8f2c11",
  target: "Paris & <Saint-Germain>",
  target_slug: "ligue-1",
} as const;
const NATION = {
  target_type: "team",
  target_id: "3b0f2a52-8a6b-49f3-9a77-1f0d3c8e7a22",
  target: "Angleterre",
  target_slug: "international-teams",
  target_country: "GB-ENG",
} as const;
const CLAIM: LetterClaim = {
  member_id: "9b2f1d9c-5f0a-4f0e-8f6b-0b8f2c1d3e4f",
  key: KEY,
  email: "zoe@example.org",
  lang: "fr",
  week: "2026-11-23",
  changes: [
    { kind: "jersey", amount: 1234 },
    { kind: "photo", amount: 1 },
    { kind: "wish", amount: 1 },
    { kind: "wish", amount: 1, ...JERSEY },
    ...["blanc", "bleu", "rouge", "noir", "gris"].map((color) => ({
      kind: "jersey" as const,
      amount: 1200,
      ...JERSEY,
      ...CLUB,
      title: `Maillot ${color}`,
      year: undefined,
    })),
    { kind: "photo", amount: 1, ...JERSEY, ...CLUB, title: "Maillot d’or" },
    { kind: "jersey", amount: 4, ...JERSEY, ...NATION, title: "Maillot bleu" },
    { kind: "set", amount: 24, ...NATION, target_id: TEAM, kit_type: "away" },
    { kind: "bulk", amount: 214 },
  ],
};

/** With ordinary spaces, for comparing. */
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, " ");

describe.each(LANGUAGES)("in %s", (lang) => {
  const letter = composeLetter({ ...CLAIM, lang }, SITE);
  const { letters } = MAIL_TEXTS[lang];
  const england = { fr: "Angleterre", en: "England", es: "Inglaterra", pt: "Inglaterra" }[lang];

  test("says the same in text and in HTML", () => {
    const of = lang === "fr" ? "" : `/${lang}`;
    expect(letter.subject).toBe(letters.kinds.weekly.subject);
    expect(letter.text).not.toMatch(/[{}]|undefined|null|\n{3}/);
    expect(letter.html).toContain(`<html lang="${lang}">`);
    expect(letter.html).not.toMatch(/undefined|null|https?:\/\/(?!maillotheque\.example)/);
    for (const part of [letter.text, letter.html]) {
      expect(part).toContain(`${SITE}${of}${PATH}`);
      expect(part).toContain(`${SITE}${of}/team/${TEAM}`);
      expect(part).toContain(`${SITE}${of}/account/settings`);
      expect(part).toContain(`${SITE}/letters/${KEY}/stop?lang=${lang}`);
      expect(part).toContain(`${england} – ${messagesOf(lang).common!.kitType.away} (24)`);
      expect(part).toContain("214");
      expect(plain(part)).toContain(plain(letters.parts.wish.one.replace("{count}", "1")));
      expect(part).toContain(`${SITE}${of}/team/${CLUB.target_id}`);
      expect(part.split(england!)).toHaveLength(3);
      // Four of the club are shown.
      expect(part).toContain("Maillot noir");
      expect(part).not.toContain("Maillot gris");
    }
    expect(letter.text).toContain("Maillot <vert>");
    expect(letter.html).toContain("Maillot &lt;vert&gt;");
  });

  test("shows each jersey, with an alternative text, at an address that is everybody's", () => {
    const images = letter.html.match(/<img [^>]*>/g)!;
    expect(images).toHaveLength(6);
    expect(images[0]).toContain(
      `src="${SITE}/og/jersey/${JERSEY.jersey_id}_small.${lang}.jpg" alt="Maillot &lt;vert&gt;" width="80" height="80"`,
    );
    const others = composeLetter({ ...CLAIM, lang, key: TEAM, member_id: TEAM }, SITE);
    expect(others.html.match(/<img [^>]*>/g)).toEqual(images);
    // One button leads to the site.
    expect(letter.html.match(/class="button"/g)).toHaveLength(1);
  });

  test("can be left by one press, as RFC 8058 has it", () => {
    expect(letter.headers).toEqual({
      "List-Unsubscribe": `<${SITE}/letters/${KEY}/stop?lang=${lang}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    });
  });
});

test("what is most personal comes first, imports last", () => {
  const { text } = composeLetter(CLAIM, SITE);
  expect(
    plain(text)
      .split("\n")
      .filter((line) => /\d/.test(line) && !line.includes("http")),
  ).toEqual([
    "- Angleterre – Extérieur (24)",
    "Votre wishlist : 1 maillot a une nouvelle photo",
    "Paris & <Saint-Germain> : 1 200 nouveaux maillots, 1 maillot avec une nouvelle photo",
    "- et 1 197 autres",
    "Angleterre : 4 nouveaux maillots",
    "- et 3 autres",
    "Et 30 autres nouveautés",
    "214 maillots ajoutés par import",
  ]);
});

test("a week has one message id, which doesn't tell the key", () => {
  const ids = ["2026-11-23", "2026-11-30", "2026-11-23"].map(
    (week) => composeLetter({ ...CLAIM, week }, SITE).messageId,
  );
  expect(ids[0]).toMatch(/^<[0-9a-f]{32}@maillotheque\.example>$/);
  expect(ids[0]).not.toContain(KEY.slice(0, 8));
  expect(ids[1]).not.toBe(ids[0]);
  expect(ids[2]).toBe(ids[0]);
});

test.each([
  ["a refusal for now", { responseCode: 451 }, true],
  ["a refusal for good", { responseCode: 550 }, true],
  ["a server that was never reached", { code: "ECONNREFUSED", command: "CONN" }, true],
  ["a connection that broke after the message", { code: "ECONNECTION", command: "DATA" }, false],
  ["an answer that never came", { code: "ETIMEDOUT" }, false],
])("after %s, it is known whether a mail left", (_, error, refused) => {
  expect(wasRefused(Object.assign(new Error("failed"), error))).toBe(refused);
});
