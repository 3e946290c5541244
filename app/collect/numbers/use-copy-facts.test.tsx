import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";

import { loadAllMessages } from "../../shared/i18n/messages.ts";
import type { Copy, FormerJersey } from "../domain/copies/copy.ts";
import { DETAIL_NAMES } from "../domain/copies/copy-details.ts";
import { copyFacts } from "../i18n/copy-facts.ts";
import { useCopyFacts } from "./use-copy-facts.ts";

await loadAllMessages();

/** The line of a shirt that the catalogue lacks, of a club that plays in Ligue 2 today. */
function lineOf(said: Partial<FormerJersey>): string {
  const teams = { colors: [], country: "FR", competition: { name: "Ligue 2", slug: "ligue-2" } };
  const former_jersey = { title: "Lens", team: "Lens", league: "SOCCER", teams, ...said } as const;
  const none = Object.fromEntries(DETAIL_NAMES.map((name) => [name, null]));
  const copy = { ...none, jersey: null, former_jersey } as unknown as Copy;
  const Line = () =>
    useCopyFacts({ copy, facts: copyFacts(copy, "fr") }, { places: false, notes: false })[0];
  const Page = createRoutesStub([{ path: "*", Component: Line }]);
  return renderToStaticMarkup(<Page />);
}

test("the competition of a shirt without a page is printed if its owner says it", () => {
  expect(lineOf({})).toBe("Lens");
  expect(lineOf({ competition: "Coupe Gambardella" })).toBe("Lens · Coupe Gambardella");
});
