import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { afterAll, expect, test, vi } from "vitest";

// A fact that no jersey has: whatever reads the register knows it without another line. (Its headings are a type error in
// `catalogue-columns.ts`.)
const FABRIC = { name: "fabric", kind: "line", max: 20 };

// Other tests of this process may have read the register already.
vi.resetModules();
vi.doMock("../app/shared/domain/facts/jersey.ts", async (importOriginal) => {
  const register = await importOriginal<typeof import("../app/shared/domain/facts/jersey.ts")>();
  return {
    ...register,
    JERSEY_FACTS: [...register.JERSEY_FACTS, FABRIC],
    PLAIN_FACTS: [...register.PLAIN_FACTS, FABRIC],
  };
});

afterAll(() => {
  vi.doUnmock("../app/shared/domain/facts/jersey.ts");
  vi.resetModules();
});

const { correctionForm, correctionOf, corrections } =
  await import("../app/contribute/domain/correction-rules.ts");
const { EMPTY_FORM, jerseyForm, toJersey } = await import("../app/contribute/submit/rules.ts");
const { brokenRule } = await import("../app/shared/data/constraints.ts");
const { CATALOGUE_COLUMNS } = await import("../app/curate/domain/import/catalogue-columns.ts");
const { readCatalogueLines } = await import("../app/curate/domain/import/catalogue-line.ts");
const { catalogueCsv } = await import("../app/curate/domain/import/catalogue-file.ts");
const { JerseyFacts } = await import("../app/moderate/review/jersey-facts.tsx");
const { FieldChanges } = await import("../app/shared/components/field-changes.tsx");
const { loadAllMessages } = await import("../app/shared/i18n/messages.ts");
const { allChangesInWords } = await import("../app/shared/i18n/suggestion-words.ts");

await loadAllMessages();

const STORED = {
  ...{ league: "SOCCER", competition_id: "c", season_id: "s", team_id: "t", team: "Lyon" },
  ...{ title: "Maillot", year: null, kit_type: null, colors: [], pattern: null, brand_id: null },
  ...{
    brand: null,
    sponsor: null,
    product_codes: [],
    edition: null,
    price: null,
    external_link: null,
    description: null,
  },
  fabric: "Coton",
} as never;

test("an invented fact is in the forms that submit and correct, with its rule", () => {
  const form = correctionOf(STORED) as Record<string, string>;
  expect(form).toMatchObject({ fabric: "Coton" });
  const typed = (fabric: string) => correctionForm.safeParse({ ...form, fabric });
  expect(corrections(typed(" Laine ").data!, STORED)).toEqual({ fabric: "Laine" });
  expect(typed("x".repeat(21)).error!.issues).toMatchObject([
    { path: ["fabric"], message: "long" },
  ]);
  expect(EMPTY_FORM).toMatchObject({ fabric: "" });
  const submitted = {
    ...{ ...EMPTY_FORM, league: "SOCCER", competition: "c", season: "s", team: "t" },
    ...{ title: "Maillot", fabric: "Coton" },
  };
  expect(toJersey(jerseyForm.parse(submitted), "me")).toMatchObject({ fabric: "Coton" });
  expect(brokenRule("jerseys", "jerseys_fabric_length")).toEqual(["fabric", "long"]);
});

test("an invented fact is read from lists and written to them", () => {
  expect(CATALOGUE_COLUMNS).toContain("fabric");
  const rows = [{ line: 2, cells: ["Lyon", "Coton"] }];
  const [read] = readCatalogueLines(rows, ["team", "fabric"] as never);
  expect(read!.line).toMatchObject({ team: "Lyon", fabric: "Coton" });
  const csv = catalogueCsv([
    { ...(STORED as object), images: [], as_written: [], season: "2024" } as never,
  ]);
  expect(csv).toContain("fabric");
  expect(csv).toContain("Coton");
});

const shown = (Component: () => ReturnType<typeof createElement>) =>
  renderToStaticMarkup(createElement(createRoutesStub([{ path: "*", Component }])));

test("an invented fact is in a review, and in the history with what it was", () => {
  const review = shown(() => createElement(JerseyFacts, { jersey: STORED, target: null }));
  expect(review).toContain("Coton");
  const changes = allChangesInWords({ fabric: { before: "Coton", after: "Laine" } }, "fr");
  const history = shown(() => createElement(FieldChanges, { changes }));
  expect(history).toContain('<del class="text-danger">Coton</del>');
  expect(history).toContain(">Laine</ins>");
});
