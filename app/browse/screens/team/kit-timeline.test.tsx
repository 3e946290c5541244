import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";

import { loadAllMessages } from "../../../shared/i18n/messages.ts";
import { KitTimeline } from "./kit-timeline.tsx";

await loadAllMessages();

const timelineOf = (year: number) => (
  <KitTimeline
    team={{ id: "0f8fad5b-d9cb-469f-a165-70867728950e", slug: "psg" }}
    jerseys={[]}
    counts={[{ year, kit_type: "home", jerseys: 1 }]}
    decades={[{ start: 2020, count: 1 }]}
    period={2020}
    span={{ firstYear: 2023, lastYear: 2025 }}
    seasons={[2025, 2024, 2023].map((from) => ({
      id: `season-${from}`,
      code: `${from}-${from - 1999}`,
      name: `${from}-${from + 1}`,
    }))}
  />
);

function markupAt(path: string, year: number) {
  const Page = createRoutesStub([{ path: "*", Component: () => timelineOf(year) }]);
  return renderToStaticMarkup(<Page initialEntries={[path]} />);
}

test.each([
  ["fr", "/team/1", "Saison 2025-2026", "2025-2026"],
  ["en", "/en/team/1", "2025–26 season", "2025–26"],
  ["es", "/es/team/1", "Temporada 2025-2026", "2025-2026"],
  ["pt", "/pt/team/1", "Temporada 2025-2026", "2025-2026"],
])("names the season of a year for screen readers in %s", (_, path, spoken, written) => {
  const markup = markupAt(path, 2025);
  expect(markup).toContain(`<span class="sr-only">${spoken}</span>`);
  expect(markup).toContain(`<span aria-hidden="true">${written}</span>`);
});

test.each([
  ["fr", "/team/1", "2023-2024 à 2024-2025 : aucun maillot"],
  ["en", "/en/team/1", "2023–24 to 2024–25: no jerseys"],
  ["es", "/es/team/1", "De 2023-2024 a 2024-2025: ninguna camiseta"],
  ["pt", "/pt/team/1", "De 2023-2024 a 2024-2025: nenhuma camisa"],
])("folds seasons without a jersey into one line, with their anchors, in %s", (_, path, line) => {
  const markup = markupAt(path, 2025);
  expect(markup.replaceAll(/\s/g, " ")).toContain(line);
  expect(markup).toMatch(/id="saison-2024".*id="saison-2023".*<details/);
  expect(markup).not.toContain("<details open");
  expect(markup).toMatch(/year=2023&amp;season=season-2023/);
});

test("one season without a jersey is named alone", () => {
  expect(markupAt("/en/team/1", 2024)).toContain("2025–26: no jerseys");
});
