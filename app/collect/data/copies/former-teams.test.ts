import { expect, test } from "vitest";

import type { Client } from "../../../shared/data/client.ts";
import type { Copy } from "../../domain/copies/copy.ts";
import { withFormerTeams } from "./former-teams.ts";

const TEAMS = [
  {
    slug: "france",
    colors: ["#0055a4"],
    country: "FR",
    competition: { slug: "x", league: "SOCCER" },
  },
  { slug: "france", colors: ["#ffffff"], country: "FR", competition: { slug: "x", league: "NBA" } },
];

/** Answers the one query of teams by their slugs. */
function catalogue(asked: string[][]): Client {
  const teams = (_: string, slugs: string[]) => {
    asked.push(slugs);
    return {
      order: () => ({
        throwOnError: async () => ({ data: TEAMS.filter(({ slug }) => slugs.includes(slug)) }),
      }),
    };
  };
  return { from: () => ({ select: () => ({ in: teams }) }) } as unknown as Client;
}

const without = (team: string) =>
  ({ jersey: null, former_jersey: { title: "", team, league: "SOCCER" } }) as Copy;

test("a copy without a page has the colours of the team of that name in its sport", async () => {
  const asked: string[][] = [];
  const copies = [without("FRANCE"), without("FC Nulle Part"), { jersey: {} } as Copy];
  const read = await withFormerTeams(catalogue(asked), copies);
  expect(read.map(({ former_jersey: former }) => former?.teams?.colors)).toEqual([
    ["#0055a4"],
    undefined,
    undefined,
  ]);
  expect(asked).toEqual([["france", "fc-nulle-part"]]);
});

test("asks nothing if every copy has a page", async () => {
  const asked: string[][] = [];
  await withFormerTeams(catalogue(asked), [{ jersey: {}, former_jersey: null } as Copy]);
  expect(asked).toEqual([]);
});
