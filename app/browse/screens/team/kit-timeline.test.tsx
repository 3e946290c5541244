import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test, vi } from "vitest";

import { loadAllMessages } from "../../../shared/i18n/messages.ts";
import { KitTimeline } from "./kit-timeline.tsx";

// As in the build (vite/small-translator.ts).
vi.mock("react-i18next", () => import("../../../shared/i18n/react-i18next.tsx"));

await loadAllMessages();

const timeline = (
  <KitTimeline
    teamId="0f8fad5b-d9cb-469f-a165-70867728950e"
    jerseys={[]}
    counts={[]}
    decades={[{ start: 2020, count: 0 }]}
    period={2020}
    span={{ firstYear: 2025, lastYear: 2025 }}
    seasons={[{ id: "1", code: "2025-26", name: "2025-2026" }]}
  />
);

test.each([
  ["fr", "/team/1", "Saison 2025-2026", "2025-2026"],
  ["en", "/en/team/1", "2025–26 season", "2025–26"],
  ["es", "/es/team/1", "Temporada 2025-2026", "2025-2026"],
  ["pt", "/pt/team/1", "Temporada 2025-2026", "2025-2026"],
])("names the season of a year for screen readers in %s", (_, path, spoken, written) => {
  const Page = createRoutesStub([{ path: "*", Component: () => timeline }]);
  const markup = renderToStaticMarkup(<Page initialEntries={[path]} />);
  expect(markup).toContain(`<span class="sr-only">${spoken}</span>`);
  expect(markup).toContain(`<span aria-hidden="true">${written}</span>`);
});
