import { expect, test } from "vitest";

import { competitions } from "./competitions.tsx";
import { teams } from "./teams.tsx";

test("lists name what is stored in French in the reader's language", () => {
  const competition = { name: "Coupe du monde", slug: "world-cup" };
  expect(competitions.nameOf?.(competition as never, "es")).toBe("Mundial");
  expect(competitions.nameOf?.(competition as never, "pt")).toBe("Copa do Mundo");
  const team = { name: "Allemagne", country: "DE", competition };
  expect(teams.nameOf?.(team as never, "es")).toBe("Alemania");
});
