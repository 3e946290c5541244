import { expect, test } from "vitest";

import type { FilterView } from "../data/jerseys/filter-view.ts";
import { catalogueSearch, parseCatalogue } from "../domain/catalogue-query.ts";
import { loadMessages } from "../../shared/i18n/messages.ts";
import { type InEachLanguage, LANGUAGES } from "../../shared/i18n/languages.ts";
import { chosenValues, yearsLabel } from "./labels.ts";
import { offeredDecades, offeredKits, offeredValues } from "./offered.ts";
import { withOwnCounts } from "./own-counts.ts";
import { removals } from "./removals.ts";
import { shownCount } from "./shown-count.ts";

await Promise.all(LANGUAGES.map((lang) => loadMessages(lang, ["catalogue", "common", "filters"])));

const queryOf = (search: string) => parseCatalogue(new URLSearchParams(search)).query;

function viewOf(search: string, counts: FilterView["counts"] = {}): FilterView {
  return {
    query: queryOf(search),
    total: 0,
    counts,
    named: {
      competition: [["ligue-1", "Ligue 1", 12]],
      team: [],
      sponsor: [],
      brand: [
        ["kappa", "Kappa", 3],
        ["nike", "Nike", 2],
      ],
    },
    decades: [1990, 2010],
  };
}

test("counts are exact to 1,000, then as the reader's language writes more", () => {
  const shown = (count: number) => LANGUAGES.map((lang) => shownCount(count, lang));
  expect(shown(1_000)).toEqual([
    "1\u202f000",
    "1,000",
    "1000",
    "1.000",
  ] satisfies InEachLanguage<string>);
  expect(shown(1_001)).toEqual([
    "1\u202f000+",
    "1,000+",
    "1000+",
    "1.000+",
  ] satisfies InEachLanguage<string>);
});

test("years are named as a decade, a span, a beginning or an end", () => {
  const named = (search: string) => yearsLabel(queryOf(search), "fr");
  expect(
    ["decade=1990", "from=1985&to=1987", "from=1998&to=1998", "from=1985", "to=1987", ""].map(
      named,
    ),
  ).toEqual(["Années 1990", "1985–1987", "1998", "Depuis 1985", "Jusqu’en 1987", undefined]);
});

test("each chosen value is named, and its chip leads to the query without it", () => {
  const search = "sport=nba&brand=kappa&color=red&color=sky&from=1990&photo=1&q=om&own=voted";
  const chips = chosenValues(viewOf(search), "fr");
  expect(chips.map(({ label }) => label)).toEqual([
    ...["Basket", "Kappa", "Rouge", "Bleu ciel", "Depuis 1990", "Avec une photo"],
    ...["«\u00a0om\u00a0»", "J’ai voté"],
  ]);
  for (const { without, label } of chips) {
    expect(chosenValues({ ...viewOf(""), query: without }, "fr").map((chip) => chip.label)).toEqual(
      chips.map((chip) => chip.label).filter((other) => other !== label),
    );
  }
});

test("values keep their place; those without a row show nothing", () => {
  const view = viewOf("color=red", { color: { red: 4, blue: 1_001 }, decade: { 1990: 7 } });
  const colors = offeredValues(view, "color", ["red", "blue", "pink"], "en");
  expect(colors.map(({ label, count, isChosen }) => [label, count, isChosen])).toEqual([
    ["Red", 4, true],
    ["Blue", 1_001, false],
    ["Pink", 0, false],
  ]);
  expect(colors.map(({ next }) => catalogueSearch(next))).toEqual([
    "",
    "?color=red&color=blue",
    "?color=red&color=pink",
  ]);
  expect(offeredDecades(view, "en").map(({ label, count }) => [label, count])).toEqual([
    ["2010s", 0],
    ["1990s", 7],
  ]);
});

test("where nothing is found, only removals that bring something are offered, the most first", () => {
  const view = viewOf("sport=nba&sport=nfl&brand=kappa&from=1990&to=1999&q=om", {
    without: { sport: 3, brand: 0, years: 12, q: 1_001 },
  });
  const offered = removals(view, "en");
  expect(offered.map(({ label, count }) => [label, count])).toEqual([
    ["om", 1_001],
    ["1990s", 12],
    ["Basketball, American football", 3],
  ]);
  expect(offered.map(({ query }) => catalogueSearch(query))).toEqual([
    "?sport=nba&sport=nfl&brand=kappa&from=1990&to=1999",
    "?sport=nba&sport=nfl&brand=kappa&q=om",
    "?brand=kappa&from=1990&to=1999&q=om",
  ]);
});

test("a member's own side is counted anew, the most frequent first", () => {
  const { named, total } = withOwnCounts(viewOf("own=collection"), {
    total: 1,
    facets: { brand: { nike: 1 } },
  });
  expect(total).toBe(1);
  expect(named.brand).toEqual([
    ["nike", "Nike", 1],
    ["kappa", "Kappa", 0],
  ]);
});

test("kit types beside a team's set are offered where there are any, or while one is chosen", () => {
  const keys = (view: FilterView) => offeredKits(view, "fr").map(({ key }) => key);
  expect(keys(viewOf("", { kit: { home: 2 } }))).toEqual(["home", "away", "third", "other"]);
  expect(keys(viewOf("kit=fourth", { kit: { goalkeeper: 1 } }))).toEqual([
    ...["home", "away", "third", "fourth", "goalkeeper", "other"],
  ]);
});
