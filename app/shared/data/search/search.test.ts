import { expect, test } from "vitest";

import { countFound, type Found, NOTHING, otherJerseys, searchCatalogue } from "./search.ts";

const jerseys = (...ids: string[]) => ids.map((id) => ({ id })) as Found["jerseys"];

test("counts and shows a jersey once that is also among those of the time sought for", () => {
  const kits = { jerseys: jerseys("a", "b") } as NonNullable<Found["kits"]>;
  const found: Found = { ...NOTHING, jerseys: jerseys("b", "c"), kits };
  expect(otherJerseys(found)).toEqual(jerseys("c"));
  expect(countFound(found)).toBe(3);
  expect(countFound(NOTHING)).toBe(0);
});

/** Searches among these rows; each call answers by the query that it was sought. */
function search(query: string, rows: (call: string, sought: string | null) => object[]) {
  const answer = (address: URL | RequestInfo) => {
    const { pathname, searchParams } = new URL(String(address));
    const call = pathname.slice(pathname.lastIndexOf("/") + 1);
    return Promise.resolve(Response.json(rows(call, searchParams.get("query"))));
  };
  const limits = { jerseys: 5, teams: 3, competitions: 3, kits: 4 };
  return searchCatalogue(
    { url: "http://backend", key: "", fetch: answer },
    { query, lang: "fr", limits },
  );
}

const FRANCE = { id: "fr", name: "France", short_name: null, aliases: [] };

test("two digits are a year where no club is called so", async () => {
  const found = await search("france 98", (call, sought) =>
    call === "search_teams" && sought === "france" ? [FRANCE] : [],
  );
  expect(found.kits).toMatchObject({ team: FRANCE, years: { from: 1998, to: 1998 } });
  const schalke = { ...FRANCE, name: "FC Schalke 04" };
  const club = await search("schalke 04", (call) => (call === "search_teams" ? [schalke] : []));
  expect(club).toMatchObject({ named: "team", teams: [schalke] });
  expect(club.kits).toBeUndefined();
});

test("a competition and a year lead to the page of the season", async () => {
  const ligue1 = { id: "l1", name: "Ligue 1" };
  const seasons = ["2025-26", "2024-25"].map((code) => ({ code, name: code }));
  const found = await search(
    "ligue 1 2024",
    (call, sought) =>
      ({
        search_competitions: sought === "ligue 1" ? [ligue1] : [],
        competition_seasons: seasons,
      })[call] ?? [],
  );
  expect(found.wall).toEqual({ competition: ligue1, season: seasons[1] });
  expect(found.named).toBe("competition");
  expect(countFound(found)).toBe(2);
});

test("a colour and a year mean no team, and where there is none the decade", async () => {
  const verts = { ...FRANCE, name: "AS Saint-Étienne", aliases: [{ alias: "Les Verts" }] };
  const sought: (string | null)[] = [];
  const searchGreen = (query: string, of1976: object[]) =>
    search(query, (call, words) => {
      if (call === "search_teams") return [verts];
      if (call !== "search_jerseys") return [];
      sought.push(words);
      return words?.endsWith("1970s") ? jerseys("near") : of1976;
    });
  const none = await searchGreen("maillot vert 1976", []);
  expect(none).toMatchObject({ teams: [], jerseys: [] });
  const green = { colors: ["green"], years: { from: 1976, to: 1976 } };
  expect(none.colored).toMatchObject({ ...green, nearest: jerseys("near") });
  expect(countFound(none)).toBe(1);
  expect(sought).toEqual(["maillot vert 1976", "maillot vert 1970s"]);
  const some = await searchGreen("green 76", jerseys("a"));
  expect(some).toMatchObject({ jerseys: jerseys("a"), colored: { ...green, nearest: [] } });
  // A club that is called just so.
  expect((await searchGreen("les verts 1976", [])).kits).toMatchObject({ team: verts });
});

test("where the decade has none either, the nearest of any time", async () => {
  const found = await search("maillot vert 1976", (call, words) =>
    call === "search_jerseys" && words === "maillot vert"
      ? [2012, null, 1990, 2020, 1950, 2001].map((year) => ({
          ...{ id: String(year), year },
          colors: [year === 1990 ? "white" : "green", "green"],
        }))
      : [],
  );
  const ids = found.colored?.nearest.map(({ id }) => id);
  expect(ids).toEqual(["2001", "1950", "2012", "2020"]);
});

test("where nothing is found, the word that names a team is sought without the others", async () => {
  const juventus = { ...FRANCE, id: "juve", name: "Juventus" };
  const sought: (string | null)[] = [];
  const searchJuventus = (query: string) =>
    search(query, (call, words) => {
      if (call === "search_jerseys") sought.push(words);
      if (call === "search_jerseys" && words === "juventus") return jerseys("a");
      return call === "search_teams" && words === "juventus" ? [juventus] : [];
    });
  const found = await searchJuventus("juventus Pirlo");
  expect(found).toMatchObject({
    instead: { query: "juventus", without: "Pirlo" },
    named: "team",
    teams: [juventus],
    jerseys: jerseys("a"),
  });
  // The time stays.
  expect((await searchJuventus("juventus pirlo 2012")).kits).toMatchObject({
    team: juventus,
    years: { from: 2012, to: 2012 },
  });
  expect(sought).toEqual(["juventus Pirlo", "juventus", "juventus pirlo 2012", "juventus 2012"]);
});

test("two digits between a team and a player are a year, no team", async () => {
  const darmstadt = { ...FRANCE, id: "darmstadt", name: "SV Darmstadt 98" };
  const found = await search("france 98 zidane 10", (call, words) =>
    call === "search_teams"
      ? [FRANCE, darmstadt].filter(({ id }) => words === (id === "darmstadt" ? "98" : "france"))
      : [],
  );
  expect(found).toMatchObject({
    instead: { query: "france 1998", without: "zidane 10" },
    kits: { team: FRANCE, years: { from: 1998, to: 1998 } },
  });
});

test("where the words are written as one, the team is offered", async () => {
  const juventus = { ...FRANCE, id: "juve", name: "Juventus" };
  const found = await search("juventus-pirlo", (call, words) =>
    call === "search_teams" && words === "juventus" ? [juventus] : [],
  );
  expect(found).toEqual({ ...NOTHING, suggestions: [juventus] });
});

test("words that name several teams lead to these", async () => {
  const teams = ["juventus", "arsenal"].map((name) => ({ ...FRANCE, id: name, name }));
  const found = await search("juventus arsenal", (call, words) =>
    call === "search_teams" ? teams.filter(({ id }) => id === words) : [],
  );
  expect(found).toEqual({ ...NOTHING, suggestions: teams });
});
