import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";

import type { LocalName } from "../../shared/domain/jersey.ts";
import { loadAllMessages } from "../../shared/i18n/messages.ts";
import type { CopyEntry } from "../domain/copies/filter.ts";
import { Bars } from "./bars.tsx";

await loadAllMessages();

function barsOf(teams: string[]) {
  const copies = teams.map(
    (team) => ({ copy: {}, facts: { team: team as LocalName, league: "SOCCER" } }) as CopyEntry,
  );
  const Chart = () => <Bars copies={copies} dimension="team" />;
  const Page = createRoutesStub([{ path: "*", Component: Chart }]);
  const [chart = "", folded = ""] = renderToStaticMarkup(<Page />).split("<details");
  return { chart, folded };
}

test("more than two bars of a single copy are one folded line", () => {
  const { chart, folded } = barsOf(["Lens", "Nice", "Lens", "Metz", "Brest"]);
  expect(chart).toContain("Lens");
  expect(chart).not.toContain("Nice");
  expect(folded).toContain("Voir ce qui n’a qu’un exemplaire (3)");
  for (const team of ["Nice", "Metz", "Brest"]) expect(folded).toContain(team);
});

test("two of them are bars", () => {
  expect(barsOf(["Lens", "Nice", "Lens", "Metz"]).folded).toBe("");
  // A chart of nothing but single copies has no empty frame.
  expect(barsOf(["Lens", "Nice", "Metz", "Brest"]).chart).not.toContain("<table");
});
