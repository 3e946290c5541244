import { expect, test } from "vitest";

import type { Client } from "../../../shared/data/client.ts";
import type { Copy } from "../../domain/copies/copy.ts";
import { withFormerTeams } from "./former-teams.ts";

const team = (slug: string, league: string, color: string, more: object = {}) => ({
  ...{ id: `${slug} ${league}`, slug, name: slug, short_name: null, colors: [color] },
  ...{ country: "FR", competition: { name: "x", slug: "x", league } },
  ...more,
});
const MARSEILLE = team("olympique-de-marseille", "SOCCER", "#2faee0", {
  ...{ name: "Olympique de Marseille", short_name: "OM" },
});
const TEAMS = [
  team("france", "SOCCER", "#0055a4"),
  team("france", "NBA", "#ffffff"),
  team("red-star", "SOCCER", "#008000"),
  MARSEILLE,
];
const ROWS = {
  teams: TEAMS as object[],
  team_aliases: [
    { folded: "les bleus", team: TEAMS[0] },
    { folded: "les phoceens", team: MARSEILLE },
    { folded: "the reds", team: TEAMS[0] },
    { folded: "the reds", team: TEAMS[2] },
  ] as object[],
};

/** Answers queries of rows whose column has one of some values. */
function catalogue(asked: unknown[]): Client {
  const from = (table: keyof typeof ROWS) => ({
    select: () => ({
      in: (column: string, values: string[]) => {
        asked.push([table, column, values]);
        const data = ROWS[table].filter((row) =>
          values.includes((row as Record<string, string>)[column]!),
        );
        return { order: () => ({ throwOnError: async () => ({ data }) }) };
      },
    }),
  });
  return { from } as unknown as Client;
}

const without = (name: string, title = "") =>
  ({ jersey: null, former_jersey: { title, team: name, league: "SOCCER" } }) as Copy;

test("a copy without a page has the colours of the team of that name in its sport", async () => {
  const asked: unknown[] = [];
  const copies = [without("FRANCE"), without("FC Nulle Part"), { jersey: {} } as Copy];
  const read = await withFormerTeams(catalogue(asked), copies);
  expect(read.map(({ former_jersey: former }) => former?.teams?.colors)).toEqual([
    ["#0055a4"],
    undefined,
    undefined,
  ]);
  expect(asked[0]).toEqual(["teams", "slug", ["france", "fc-nulle-part"]]);
});

test("it is of the only team that is called so", async () => {
  const names = ["Les Phocéens", "om", "The Reds"];
  const read = await withFormerTeams(
    catalogue([]),
    names.map((name) => without(name, name)),
  );
  expect(read.map(({ former_jersey: former }) => [former?.team, former?.title])).toEqual([
    ["Olympique de Marseille", "Olympique de Marseille"],
    ["Olympique de Marseille", "Olympique de Marseille"],
    ["The Reds", "The Reds"],
  ]);
  expect(read.map(({ former_jersey: former }) => former?.teams?.id)).toEqual([
    ...[MARSEILLE.id, MARSEILLE.id, undefined],
  ]);
});

test("asks nothing if every copy has a page, and once if every team has that name", async () => {
  const asked: unknown[] = [];
  await withFormerTeams(catalogue(asked), [{ jersey: {}, former_jersey: null } as Copy]);
  expect(asked).toEqual([]);
  await withFormerTeams(catalogue(asked), [without("France")]);
  expect(asked).toHaveLength(1);
});
