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
