import { describe, expect, test } from "vitest";

import { LANGUAGES } from "../../app/shared/i18n/languages.ts";
import type { NoticeClaim } from "./claims.ts";
import { composeNoticeMail } from "./notice-mail.ts";
import type { NoticeKind } from "./register.ts";
import { MAIL_TEXTS } from "./texts/texts.ts";

const SITE = "https://maillotheque.example";
const CLAIM: NoticeClaim = {
  notice_id: "0f8fad5b-d9cb-469f-a165-70867728950e",
  email: "zoe@example.org",
  lang: "fr",
  topic: "jersey",
  outcome: "approved",
  about: "jersey",
  title: "Maillot vert",
  note: null,
  jersey_id: "7c9e6679-7425-40de-944b-e07fc1f90ae7",
  team_slug: "as-saint-etienne",
  kit_type_slug: "home",
  year: 1976,
};
const JERSEY_PAGE = "/jersey/as-saint-etienne/home/1976/7c9e6679-7425-40de-944b-e07fc1f90ae7";
const KINDS = Object.keys(MAIL_TEXTS.fr.notices.kinds) as NoticeKind[];
const NOTE = "Photo floue.\nReprenez-la de jour.";

test("of several changes at once, links to the contributions", () => {
  const claim = { ...CLAIM, topic: "suggestion", outcome: "undone", about: "profile" } as const;
  const letter = composeNoticeMail(
    { ...claim, lang: "fr", title: "marie", jersey_id: null, changes: [], note: NOTE },
    SITE,
  );
  expect(letter.subject).toBe(
    "Plusieurs de vos modifications ont été annulées : marie".replace(" :", "\u00a0:"),
  );
  expect(letter.link).toBe(`${SITE}/account/contributions`);
  expect(letter.text).toContain("Photo floue.");
});

test("who is suspended reads why, and where the address to contest it is", () => {
  const claim = { ...CLAIM, outcome: "suspended", about: "profile", jersey_id: null } as const;
  const letter = composeNoticeMail(
    { ...claim, title: "marie", note: "off_topic: Publicité" },
    SITE,
  );
  expect(letter.text).toContain("> Hors sujet ou contraire aux règles – Publicité");
  expect(letter.text).toContain("Pour contester cette décision");
  expect(letter.link).toBe(`${SITE}/mentions-legales`);
});

test("a title that nobody wrote has the season as its reader writes it", () => {
  const letter = composeNoticeMail(
    { ...CLAIM, lang: "en", title: "AS Saint-Étienne 1975-1976" },
    SITE,
  );
  expect(letter.subject).toContain("AS Saint-Étienne 1975–76");
  expect(letter.text).toContain("AS Saint-Étienne 1975–76");
});

describe.each(LANGUAGES)("in %s", (lang) => {
  test.each(KINDS)("%s names the event and its subject, in text and HTML", (outcome) => {
    for (const about of ["jersey", "comment"] as const) {
      const letter = composeNoticeMail({ ...CLAIM, lang, outcome, about, note: NOTE }, SITE);
      expect(letter.subject).toContain("Maillot vert");
      expect(letter.subject).not.toMatch(/[!¡{}]/);
      expect(letter.text).toContain("Maillot vert");
      expect(letter.text).not.toMatch(/[!¡{}]|undefined|null|\n{3}/);
      expect(letter.html).toContain(`<html lang="${lang}">`);
      expect(letter.html).not.toMatch(/undefined|null|https?:\/\/(?!maillotheque\.example)/);
      for (const part of [letter.text, letter.html]) {
        expect(part).toContain(letter.link);
        // Who is suspended can't sign in.
        const settings = `${lang === "fr" ? "" : `/${lang}`}/account/settings`;
        expect(part.includes(settings)).toBe(outcome !== "suspended");
        expect(part.includes("Photo floue.")).toBe(
          MAIL_TEXTS[lang].notices.kinds[outcome].note !== undefined,
        );
      }
    }
  });
});

test.each([
  [
    "fr",
    "Les relecteurs ont corrigé :",
    "- Saison : 2023-2024 → 1998-1999",
    "- Type de maillot : vide → Extérieur",
  ],
  [
    "pt",
    "Os revisores corrigiram:",
    "- Temporada: 2023-2024 → 1998-1999",
    "- Tipo de camisa: vazio → Reserva",
  ],
])("says what was corrected, in %s", (lang, ...lines) => {
  const changes = [
    { field: "season", before: "2023-2024", after: "1998-1999" },
    { field: "kit_type", before: null, after: "away" },
    { field: "title", before: "<b>", after: "Maillot vert" },
  ];
  const { text, html } = composeNoticeMail({ ...CLAIM, lang, outcome: "corrected", changes }, SITE);
  for (const line of lines) expect(text.replaceAll(/[\u00a0\u202f]/g, " ")).toContain(line);
  expect(html).toContain("<del>2023-2024</del> → <strong>1998-1999</strong>");
  expect(html).toContain("<del>&lt;b&gt;</del>");
});

test("says what was suggested beside what a reviewer made of it", () => {
  const sponsor = { field: "sponsor", before: "1&1", after: "1&1, Vodafone", accepted: true };
  const suggestion = { topic: "suggestion", outcome: "suggestion_accepted" } as const;
  const claim = { ...CLAIM, ...suggestion, changes: [{ ...sponsor, suggested: "Vodafone" }] };
  const { text, html } = composeNoticeMail(claim, SITE);
  expect(text.replaceAll(/[\u00a0\u202f]/g, " ")).toContain(
    "Accepté :\n- Sponsor : 1&1 → 1&1, Vodafone\n\nLes relecteurs ont corrigé :\n- Sponsor : Vodafone → 1&1, Vodafone\n",
  );
  expect(html).toContain("<del>Vodafone</del> → <strong>1&amp;1, Vodafone</strong>");
  expect(composeNoticeMail({ ...claim, changes: [sponsor] }, SITE).text).not.toContain("corrigé");
});

const VERDICTS = [
  { field: "year", before: null, after: "1976", accepted: true, reason: null, note: null },
  {
    field: "team",
    before: "Allemagne",
    after: "<b>",
    accepted: false,
    reason: "no_source",
    note: "Une <photo> ?\nDe dos.",
  },
  { field: "image", before: null, after: "/a.webp", accepted: false, reason: "rights", note: null },
];

test.each([
  [
    "fr",
    "- Année : vide → 1976",
    "- Équipe : Allemagne → <b>",
    "Rien ne le confirme",
    "- Ajout d’une photo\n",
  ],
  [
    "en",
    "- Year: empty → 1976",
    "- Team: Germany → <b>",
    "It could not be confirmed",
    "- Adding a photo\n",
  ],
])("says what was accepted and refused of a suggestion, and why, in %s", (lang, ...lines) => {
  const claim = { ...CLAIM, lang, topic: "suggestion", outcome: "suggestion_partly" } as const;
  const { text, html, link } = composeNoticeMail({ ...claim, changes: VERDICTS }, SITE);
  for (const line of lines) expect(text.replaceAll(/[\u00a0\u202f]/g, " ")).toContain(line);
  expect(text).toContain("> Une <photo> ?\n> De dos.");
  expect(text).toMatch(/contest|appeal against/);
  expect(html).toContain("<blockquote>Une &lt;photo&gt; ?");
  expect(html).toContain("&lt;b&gt;");
  expect(html).not.toContain("a.webp");
  expect(link).toBe(`${SITE}${lang === "fr" ? "" : "/en"}/account/contributions`);
});

test.each([
  ["fr", "- Ajout d’une photo : Dos", "- Ajout d’une photo : Étiquette"],
  ["en", "- Adding a photo: Back", "- Adding a photo: Label"],
  ["es", "- Añadir una foto: Parte trasera", "- Añadir una foto: Etiqueta"],
  ["pt", "- Adição de uma foto: Costas", "- Adição de uma foto: Etiqueta"],
])("says what the photos of a decision show, in %s", (lang, accepted, refused) => {
  const image = { field: "image", before: null, after: "/a.webp", reason: null, note: null };
  const changes = [
    { ...image, kind: "back", accepted: true },
    { ...image, kind: "label", accepted: false, reason: "rights" },
  ];
  const claim = { ...CLAIM, lang, topic: "suggestion", outcome: "suggestion_partly" } as const;
  const { text, html } = composeNoticeMail({ ...claim, changes }, SITE);
  const lines = text.replaceAll(/[\u00a0\u202f]/g, " ");
  expect(lines).toContain(accepted);
  expect(lines.indexOf(refused)).toBeGreaterThan(lines.indexOf(accepted));
  expect(html).toContain(`<strong>${accepted.split(": ")[1]}</strong>`);
});

test("doesn't offer to contest when the page is gone, and names a country", () => {
  const changes = [
    { field: "country", before: null, after: "FR", accepted: false, reason: "gone", note: null },
  ];
  const claim = { ...CLAIM, topic: "suggestion", about: "team", jersey_id: null } as const;
  const { text } = composeNoticeMail({ ...claim, outcome: "suggestion_refused", changes }, SITE);
  expect(text).toContain("France");
  expect(text).toContain("La page n’est plus au catalogue");
  expect(text).not.toMatch(/contester/);
});

test("leaves out a note that is no text", () => {
  const refused = {
    field: "year",
    before: "1975",
    after: "1976",
    accepted: false,
    reason: "wrong",
  };
  for (const note of [{ a: 1 }, ["a"], 1, true]) {
    const { text, html } = composeNoticeMail(
      {
        ...CLAIM,
        topic: "suggestion",
        outcome: "suggestion_refused",
        changes: [{ ...refused, note }],
      },
      SITE,
    );
    expect(text).toContain("1975 → 1976");
    expect(html).not.toMatch(/<blockquote>|\[object/);
  }
});

test("says a reason of the list in its reader’s language", () => {
  const textOf = (note: string) =>
    composeNoticeMail({ ...CLAIM, outcome: "taken_down", note }, SITE).text;
  expect(textOf("offensive")).toContain("> C’est offensant ou illicite");
  expect(textOf("This is not a jersey.")).toContain("> This is not a jersey.");
});

test("names the other jersey of a merge that was suggested", () => {
  const merge = { field: "merge_into", before: null, after: "Vert <76>", accepted: true };
  const removal = { field: "removal", before: null, after: "offensive", accepted: false };
  const claim = { ...CLAIM, topic: "suggestion", outcome: "suggestion_partly" } as const;
  const { text, html } = composeNoticeMail({ ...claim, changes: [merge, removal] }, SITE);
  expect(text).toContain("- Fusionner avec\u00a0: Vert <76>\n");
  expect(text).toContain("- Retirer du catalogue\n");
  expect(html).toContain("Fusionner avec\u00a0: <strong>Vert &lt;76&gt;</strong>");
});

test.each([
  ["fr", "quality: Photo <floue>.", "> La qualité ne suffit pas – Photo <floue>."],
  ["en", "duplicate", "> It is a duplicate"],
  ["fr", "Photo illisible.", "> Photo illisible."],
])("says why a jersey was rejected, in %s: %s", (lang, note, said) => {
  const { text, html } = composeNoticeMail({ ...CLAIM, lang, outcome: "rejected", note }, SITE);
  expect(text).toContain(said);
  expect(html).not.toContain("<floue>");
});

test("says what was undone and why", () => {
  const changes = [{ field: "title", before: "Vert 76", after: "Maillot vert" }];
  const claim = { ...CLAIM, topic: "suggestion", outcome: "undone", note: NOTE } as const;
  const { text, link } = composeNoticeMail({ ...claim, changes }, SITE);
  expect(text).toContain("Vert 76 → Maillot vert");
  expect(text).toContain("> Photo floue.");
  expect(link).toBe(SITE + JERSEY_PAGE);
  // Of an approval that was undone the sentence says it all.
  const approval = [{ field: "jersey", before: "Maillot vert", after: null }];
  expect(composeNoticeMail({ ...claim, changes: approval }, SITE).text).not.toMatch(/^- jersey/m);
});

test("links a jersey to where its reader can open it", () => {
  const links = [
    composeNoticeMail(CLAIM, SITE),
    composeNoticeMail({ ...CLAIM, lang: "pt" }, SITE),
    composeNoticeMail({ ...CLAIM, year: null }, SITE),
    composeNoticeMail({ ...CLAIM, outcome: "rejected", jersey_id: null, lang: "en" }, SITE),
    composeNoticeMail({ ...CLAIM, topic: "report", outcome: "upheld" }, SITE),
  ].map(({ link }) => link);
  expect(links).toEqual([
    SITE + JERSEY_PAGE,
    `${SITE}/pt${JERSEY_PAGE}`,
    SITE + JERSEY_PAGE.replace("1976", "annee-inconnue"),
    `${SITE}/en/account/contributions`,
    `${SITE}/account/contributions`,
  ]);
});

test("has the same id in every copy, and one-click unsubscribe", () => {
  const [one, two] = [composeNoticeMail(CLAIM, SITE), composeNoticeMail(CLAIM, SITE)];
  expect(one.messageId).toMatch(/^<[0-9a-f]{32}@maillotheque\.example>$/);
  expect(two.messageId).toBe(one.messageId);
  expect(one.headers).toEqual({
    "List-Unsubscribe": `<${SITE}/notices/${CLAIM.notice_id}/stop?lang=fr>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  });
});

test("escapes and cuts texts of members and moderators; uses French for an unknown language", () => {
  const title = `<b>"$&"</b>${"x".repeat(150)}`;
  const note = "</blockquote><script>alert(1)</script>";
  const letter = composeNoticeMail(
    { ...CLAIM, lang: "xx", outcome: "rejected", title, note },
    SITE,
  );
  expect(letter.html).toContain('<html lang="fr">');
  expect(letter.html).not.toMatch(/<script|<b>/);
  expect(letter.html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  expect([...letter.subject].length).toBeLessThan(130);
  expect(letter.text).toContain(title);
});

test("says that it answers a contest, and offers no other one", () => {
  const claim = { ...CLAIM, topic: "suggestion", outcome: "suggestion_refused" } as const;
  const [refused] = VERDICTS.filter(({ accepted }) => !accepted);
  const first = composeNoticeMail({ ...claim, changes: [refused] }, SITE);
  const second = composeNoticeMail({ ...claim, changes: [refused], is_again: true }, SITE);
  expect(first.text).toContain("Vous pouvez contester ce refus");
  expect(first.text).not.toContain("avait été contestée");
  expect(second.text).toContain("avait été contestée");
  expect(second.text).not.toContain("Vous pouvez contester");
});

test("says what was done about a report, and what was corrected", () => {
  const claim = { ...CLAIM, topic: "report", outcome: "upheld", done: "corrected" } as const;
  const changes = [
    { field: "season", before: "2023-2024", after: "1998-1999" },
    { field: "image", before: "/a.webp", after: null, kind: null },
  ];
  const { text } = composeNoticeMail({ ...claim, changes }, SITE);
  expect(text).toContain("y ont donné suite. La page du maillot a été corrigée.");
  expect(text.replaceAll(/[\u00a0\u202f]/g, " ")).toContain("- Saison : 2023-2024 → 1998-1999");
  const merged = composeNoticeMail({ ...claim, done: "merged", changes: null }, SITE).text;
  expect(merged).toContain("Le maillot était un doublon");
  expect(merged).not.toContain("corrigé");
});

test("says of a merged submission that its photos are a suggestion only where they are", () => {
  const claim = { ...CLAIM, outcome: "submission_merged" } as const;
  expect(composeNoticeMail({ ...claim, done: "suggested" }, SITE).text).toContain(
    "Vos photos sont devenues une suggestion",
  );
  expect(composeNoticeMail({ ...claim, done: null }, SITE).text).not.toContain("suggestion");
});

test("a hidden comment is contested in the account; after that it says that it stays hidden", () => {
  const claim = { ...CLAIM, outcome: "comment_hidden", about: "comment", note: "wrong" } as const;
  const first = composeNoticeMail(claim, SITE);
  const second = composeNoticeMail({ ...claim, is_again: true }, SITE);
  expect(first.text).toContain("contester cette décision");
  expect(first.link).toBe(`${SITE}/account/notices`);
  expect(second.text.replaceAll(/[\u00a0\u202f]/g, " ")).toContain(
    "« Maillot vert » reste masqué.",
  );
  expect(second.text).not.toContain("contester cette");
  const all = composeNoticeMail({ ...claim, about: "profile", jersey_id: null }, SITE);
  expect(all.text).toContain("tous les commentaires");
  expect(all.link).toBe(`${SITE}/mentions-legales`);
});

test("says the one reason of several refused parts once", () => {
  const claim = { ...CLAIM, topic: "suggestion", outcome: "suggestion_refused" } as const;
  const refused = {
    before: null,
    after: "x",
    accepted: false,
    reason: "no_source",
    note: "D’où ?",
  };
  const changes = ["edition", "description"].map((field) => ({ ...refused, field }));
  const { text, html } = composeNoticeMail({ ...claim, changes }, SITE);
  for (const part of [text, html]) {
    expect(part.split("Rien ne le confirme")).toHaveLength(2);
    expect(part.split("D’où ?")).toHaveLength(2);
  }
});
